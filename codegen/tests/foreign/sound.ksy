meta:
  id: sound
  title: Sound of several channels
  endian: be
seq:
  - id: magic
    contents: [SND, 0x1a]
  - id: format
    type: u1
    enum: sample_format
  - id: num_channels
    type: u1
    valid:
      min: 1
  - id: rate
    type: f4
  - id: num_frames
    type: u2le
  - id: frames
    type: frame(format, num_channels)
    repeat: expr
    repeat-expr: num_frames
  - id: loops
    type: loop(_index, rate)
    repeat: expr
    repeat-expr: 2
types:
  frame:
    params:
      - id: format
        type: u1
        enum: sample_format
      - id: num_channels
        type: u1
    seq:
      - id: samples
        type:
          switch-on: format
          cases:
            'sample_format::s8': s1
            'sample_format::s16': s2
            'sample_format::s16_le': s2le
            'sample_format::f32': f4
        repeat: expr
        repeat-expr: num_channels
    instances:
      is_float:
        value: format == sample_format::f32
  loop:
    params:
      - id: index
        type: u4
      - id: rate
        type: f4
    seq:
      - id: start
        type: u2
    instances:
      seconds:
        value: start / rate
      number:
        value: index + 1
enums:
  sample_format:
    1: s8
    2: s16
    3: s16_le
    4: f32
