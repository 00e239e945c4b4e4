/** Formats a position in a recording, in whole seconds, as `12:05` or `1:02:05`. */
export function formatPosition(position: number) {
  const hours = Math.floor(position / 3600)
  const minutes = Math.floor((position % 3600) / 60)
  const seconds = String(position % 60).padStart(2, '0')
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`
    : `${minutes}:${seconds}`
}
