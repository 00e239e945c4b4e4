/** The widths in pixels that the server makes. */
const madeWidths = [320, 480, 640, 960, 1280, 1600, 2400]

const forms = [
  { type: 'image/avif', form: 'avif' },
  { type: 'image/webp', form: 'webp' },
]

/** The modern forms of one of the site's own pictures; none of a drawing or a foreign picture. */
export function variantAddresses(address: string) {
  const isOwn = address.startsWith('/images/') && !/\.svg(\?|$)/.test(address)
  if (!isOwn) return []
  const join = address.includes('?') ? '&' : '?'
  return forms.map(({ type, form }) => ({
    type,
    to: (width: number) => `${address}${join}w=${width}&f=${form}`,
  }))
}

export function variantSrcSet(to: (width: number) => string, widest: number) {
  const widths = madeWidths.filter((width) => width <= widest)
  return widths.map((width) => `${to(width)} ${width}w`).join(', ')
}
