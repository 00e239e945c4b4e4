/**
 * Factor by which picture widths are reduced on high-density screens. The pictures look as good, and have a third of
 * the bytes.
 */
const denseShare = 0.7

/**
 * Returns a picture's `sizes` attribute from the widths that the layout gives the picture. Each argument but the last
 * has a media condition, widest screens first; the last one is the width on all other screens.
 */
export function pictureSizes(...widths: [...[media: string, width: string][], string]): string {
  const conditions = widths.map((entry) => (typeof entry === 'string' ? ['', entry] : entry))
  const dense = conditions.map(
    ([media, width]) =>
      ['(min-resolution: 1.5dppx)', media].filter(Boolean).join(' and ') +
      ` calc(${denseShare} * ${width})`,
  )
  return [...dense, ...conditions.map((entry) => entry.join(' ').trim())].join(', ')
}
