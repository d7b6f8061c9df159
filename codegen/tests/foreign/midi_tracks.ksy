meta:
  id: midi_tracks
  title: Music of MIDI
  file-extension: mid
  license: MIT OR Apache-2.0
  endian: be
  encoding: ISO-8859-1
seq:
  - {id: magic, contents: MThd}
  - {id: len_header, type: u4, valid: 6}
  - {id: form, type: u2}
  - {id: num_tracks, type: u2}
  - {id: division, type: s2}
  - {id: tracks, type: track, repeat: expr, repeat-expr: num_tracks}
types:
  track:
    seq:
      - {id: magic, contents: MTrk}
      - {id: len, type: u4}
      - {id: events, size: len, type: events}
  events:
    seq:
      - {id: events, type: event, repeat: eos}
  event:
    seq:
      - {id: wait, type: quantity}
      - {id: status, type: u1}
      - id: body
        type:
          switch-on: kind
          cases:
            0x80: note
            0x90: note
            0xb0: control
            0xc0: program
            0xe0: bend
            0xf0: other
    instances:
      kind: {value: 'status & 0xf0'}
      channel: {value: status & 0x0f, if: kind != 0xf0}
    types:
      note:
        seq:
          - {id: key, type: u1, valid: {max: 127}}
          - {id: velocity, type: u1}
        instances:
          octave: {value: key / 12 - 1}
          is_end: {value: _parent.kind == 0x80 or velocity == 0}
      control:
        seq:
          - {id: number, type: u1}
          - {id: value, type: u1}
      program:
        seq:
          - {id: number, type: u1}
      bend:
        seq:
          - {id: low, type: u1}
          - {id: high, type: u1}
        instances:
          value: {value: high << 7 | low}
          semitones: {value: (value - 8192) / 4096.0}
      other:
        seq:
          - {id: kind, type: u1, enum: other_kind, if: _parent.status == 0xff}
          - {id: len, type: quantity}
          - id: body
            size: len.value
            type:
              switch-on: kind
              cases:
                other_kind::tempo: tempo
                other_kind::text: text
            if: _parent.status == 0xff
          - {id: system, size: len.value, if: _parent.status != 0xff}
      tempo:
        seq:
          - {id: microseconds, type: b24}
        instances:
          beats_a_minute: {value: 60000000.0 / microseconds}
      text:
        seq:
          - {id: text, type: str, size-eos: true}
  quantity:
    seq:
      - {id: bytes, type: u1, repeat: until, repeat-until: '_ < 128'}
    instances:
      value: {value: 'bytes.size == 1 ? bytes[0] : bytes.size == 2 ? (bytes[0] % 128) * 128 + bytes[1] : ((bytes[0] % 128) * 128 + bytes[1] % 128) * 128 + bytes[2]'}
enums:
  other_kind:
    1: text
    3: name
    0x2f: end
    0x51: tempo
    0x58: meter
