#!/usr/bin/env bash
# Calls `offload-bundle verify` with the inputs of the Action: files, one a line, where patterns are expanded; required GPUs; options.
set -euo pipefail
# A pattern that nothing matches stays as it is, and the tool names it as a file that is not there; `**` goes into folders.
shopt -s globstar

words=()
while IFS= read -r line; do
  if [ -n "$line" ]; then words+=("$line"); fi
done <<<"${OFFLOAD_BUNDLE_ARGUMENTS:-}"
for target in ${OFFLOAD_BUNDLE_REQUIRED:-}; do words+=(--require "$target"); done
words+=(--)
# From here on nothing is split at blanks, which names of files may have: only patterns are expanded.
IFS=
while read -r line; do
  # shellcheck disable=SC2206
  if [ -n "$line" ]; then words+=($line); fi
done <<<"$OFFLOAD_BUNDLE_FILES"

exec offload-bundle verify "${words[@]}"
