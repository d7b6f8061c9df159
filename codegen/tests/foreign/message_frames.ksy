meta:
  id: message_frames
  title: Messages with types of another schema
  endian: le
  imports:
    - common_id
seq:
  - id: frames
    type: frame
    repeat: eos
types:
  frame:
    seq:
      - id: id
        type: common_id
      - id: origin
        type: u1
        enum: common_id::origin
      - id: kind
        type: u1
        enum: kinds::kind
      - id: stamp
        type: common_id::stamp(1000)
      - id: len
        type: u2
        valid:
          max: 64
      - id: body
        size: len
        type:
          switch-on: kind
          cases:
            'kinds::kind::text': text_message
            'kinds::kind::pair': frame::pair
    types:
      pair:
        seq:
          - id: left
            type: u1
          - id: right
            type: u1
        instances:
          sum:
            value: left + right + _parent.stamp.seconds
  text_message:
    seq:
      - id: text
        type: str
        size-eos: true
        encoding: UTF-8
    instances:
      by_chance:
        value: _parent.origin == common_id::origin::chance
  kinds:
    enums:
      kind:
        1: text
        2: pair
