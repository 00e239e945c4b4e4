import { type ReactNode, useCallback, useState } from 'react'

type PictureProps = {
  /** The picture's URL, or several URLs in order of preference: if one fails to load, the next is used. */
  src: string | null | undefined | readonly (string | null | undefined)[]
  alt: string
  /** Width and height that the layout reserves for the picture, in CSS pixels. */
  width: number
  height: number
  /** The picture's `sizes` attribute. Default: the viewport's width. */
  sizes?: string
  /** A differently cropped picture for narrow screens: those that match the media query `media`. */
  narrow?: { src: string; width: number; height: number; media: string; sizes?: string }
  /** Whether the picture is the largest above the fold; the browser loads such a picture first. */
  priority?: boolean
  className?: string
  /** Shown if no URL of the picture works. Default: a drawing. */
  fallback?: ReactNode
}

/**
 * A picture in AVIF or WebP. The browser loads the width that the layout needs into space that the layout
 * reserves.
 */
export function Picture(props: PictureProps) {
  const { alt, width, height, sizes = '100vw', narrow, priority = false, className = '' } = props
  const addresses = [props.src].flat().filter((address) => typeof address === 'string')
  const [failed, setFailed] = useState<readonly string[]>([])
  const address = addresses.find((candidate) => !failed.includes(candidate))

  const fail = () => address && setFailed((earlier) => [...earlier, address])
  // Report a picture that failed to load before hydration, when React had no error listener.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) image.dispatchEvent(new Event('error'))
  }, [])

  if (!address) {
    return (
      <div
        className={`overflow-hidden ${className}`}
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        {props.fallback ?? <DrawnPicture />}
      </div>
    )
  }
  return (
    <picture className="contents" key={address}>
      {narrow &&
        variantAddresses(narrow.src).map(({ type, to }) => (
          <source
            key={type}
            type={type}
            media={narrow.media}
            srcSet={variantSrcSet(to, narrow.width)}
            sizes={narrow.sizes ?? '100vw'}
            width={narrow.width}
            height={narrow.height}
          />
        ))}
      {variantAddresses(address).map(({ type, to }) => (
        <source key={type} type={type} srcSet={variantSrcSet(to, 2400)} sizes={sizes} />
      ))}
      <img
        ref={check}
        src={address}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        onError={fail}
        className={`h-auto max-w-full bg-line object-cover ${className}`}
      />
    </picture>
  )
}

/** Widths, in pixels, to which the server scales pictures. */
const madeWidths = [320, 480, 640, 960, 1280, 1600, 2400]

const forms = [
  { type: 'image/avif', form: 'avif' },
  { type: 'image/webp', form: 'webp' },
]

/**
 * Returns the AVIF and WebP variants of a picture that this site serves; none for SVGs and pictures of other
 * sites.
 */
function variantAddresses(address: string) {
  const isOwn = address.startsWith('/images/') && !/\.svg(\?|$)/.test(address)
  if (!isOwn) return []
  const join = address.includes('?') ? '&' : '?'
  return forms.map(({ type, form }) => ({
    type,
    to: (width: number) => `${address}${join}w=${width}&f=${form}`,
  }))
}

function variantSrcSet(to: (width: number) => string, widest: number) {
  const widths = madeWidths.filter((width) => width <= widest)
  return widths.map((width) => `${to(width)} ${width}w`).join(', ')
}

/** An abstract pattern drawn with CSS, which is displayed in place of a missing picture. */
export function DrawnPicture() {
  return <div aria-hidden className="on-stage drawn-picture size-full" />
}
