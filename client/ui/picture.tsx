import { type ReactNode, useCallback, useState } from 'react'

type PictureProps = {
  /** The address, or several in order of preference: the next one is taken when one fails. */
  src: string | null | undefined | readonly (string | null | undefined)[]
  alt: string
  /** The space that is reserved, and its proportions, in CSS pixels. */
  width: number
  height: number
  /** As in HTML; without it the picture is taken to be as wide as the screen. */
  sizes?: string
  /** A differently cut picture for screens that match `media`. */
  narrow?: { src: string; width: number; height: number; media: string; sizes?: string }
  /** For the one picture that a visitor sees first. */
  priority?: boolean
  className?: string
  /** Stands in when no address works; a drawn stage without it. */
  fallback?: ReactNode
}

/** A picture in AVIF or WebP at the width the layout needs; its space is kept from the start. */
export function Picture(props: PictureProps) {
  const { alt, width, height, sizes = '100vw', narrow, priority = false, className = '' } = props
  const addresses = [props.src].flat().filter((address) => typeof address === 'string')
  const [failed, setFailed] = useState<readonly string[]>([])
  const address = addresses.find((candidate) => !failed.includes(candidate))

  const fail = () => address && setFailed((earlier) => [...earlier, address])
  // A picture may have failed before the page came to life, when nobody listened.
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

/** The widths in pixels that the server makes. */
const madeWidths = [320, 480, 640, 960, 1280, 1600, 2400]

const forms = [
  { type: 'image/avif', form: 'avif' },
  { type: 'image/webp', form: 'webp' },
]

/** The modern forms of one of the site's own pictures; none of a drawing or a foreign picture. */
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

/** What stands in for a missing picture, of the styles' file. */
export function DrawnPicture() {
  return <div aria-hidden className="on-stage drawn-picture size-full" />
}
