#!/bin/sh
# Makes the fat binaries here, of one kernel that does nothing, with `ptxas` and `fatbinary` of the CUDA toolkit 13.5 in the folder $1.
set -eu
cd "$(dirname "$0")"
tools=$1
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
for arch in sm_75 sm_80 sm_90a sm_100f; do
    printf '.version 9.0\n.target %s\n.address_size 64\n.visible .entry k() { ret; }\n' "$arch" > "$work/$arch.ptx"
    (cd "$work" && "$tools/ptxas" -arch "$arch" "$arch.ptx" -o "$arch.cubin")
done
elf() { echo "--image3=kind=elf,sm=${1#sm_},file=$work/$1.cubin"; }
ptx() { echo "--image3=kind=ptx,sm=${1#sm_},file=$work/$1.ptx"; }
make() { name=$1; shift; "$tools/fatbinary" -64 --create "$name.fatbin" "$@"; }
make plain -ident k.cu --compress-mode=none "$(elf sm_75)" "$(elf sm_90a)" "$(ptx sm_75)"
make lz4 --compress-all --compress-mode=speed "$(elf sm_75)" "$(ptx sm_75)"
make zstd --compress-all --cmdline=-v "$(elf sm_75)" "$(elf sm_90a)" "$(elf sm_100f)" "$(ptx sm_75)"
make group -ident k.cu --concat --compress-all "$(elf sm_75)" "$(elf sm_80)" "$(elf sm_100f)" "$(ptx sm_75)"
make group-lz4 --concat --compress-all --compress-mode=speed "$(elf sm_75)" "$(elf sm_80)"
