meta:
  id: wave
  title: RIFF file with sound
  file-extension: wav
  license: MIT OR Apache-2.0
  endian: le
  encoding: ASCII
seq:
  - {id: magic, contents: RIFF}
  - {id: len, type: u4}
  - {id: body, type: body, size: len}
types:
  body:
    seq:
      - {id: form, type: str, size: 4, valid: '"WAVE"'}
      - {id: chunks, type: chunk, repeat: eos}
    instances:
      format: {value: 'chunks[0].body.as<format>', if: 'chunks.size > 0 and chunks[0].type == "fmt "'}
      num_frames: {value: 'chunks[chunks.size - 1].len / format.len_frame', if: chunks.size > 1}
  chunk:
    seq:
      - {id: type, type: str, size: 4}
      - {id: len, type: u4}
      - id: body
        size: len
        type:
          switch-on: type
          cases:
            '"fmt "': format
            '"LIST"': list
            '"fact"': fact
      - {id: padding, size: 1, if: len % 2 == 1 and not _io.eof}
  format:
    seq:
      - {id: codec, type: u2, enum: codec}
      - {id: num_channels, type: u2}
      - {id: rate, type: u4}
      - {id: bytes_a_second, type: u4}
      - {id: len_frame, type: u2}
      - {id: bits_a_sample, type: u2}
      - {id: len_extension, type: u2, if: not _io.eof}
      - {id: extension, size: len_extension, if: len_extension_is_there}
    instances:
      len_extension_is_there: {value: _io.size > 16}
  list:
    seq:
      - {id: form, type: str, size: 4}
      - {id: chunks, type: chunk, repeat: eos}
  fact:
    seq:
      - {id: num_frames, type: u4}
enums:
  codec:
    1: pcm
    3: float
    0xfffe: extensible
