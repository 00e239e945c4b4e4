/** On dense screens a picture looks as good with this share of the pixels, at a third of the bytes. */
const denseShare = 0.7

/**
 * `sizes` of a picture: pairs of a media condition and the width in the layout, widest screen first,
 * then the width on all other screens.
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
