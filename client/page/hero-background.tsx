import { Picture } from '#client/ui/picture.tsx'
import { useSite } from './use-site.ts'

type HeroBackgroundProps = {
  /** Width and opacity. */
  className: string
  priority?: boolean
}

/** The hero picture behind the card of a page; null if the site has none. */
export function HeroBackground({ className, priority = false }: HeroBackgroundProps) {
  const { image, narrowImage } = useSite().site.hero
  if (!image) return null
  return (
    <Picture
      src={image.src}
      alt=""
      width={image.width}
      height={image.height}
      narrow={narrowImage && { ...narrowImage, media: '(max-aspect-ratio: 1/1)' }}
      priority={priority}
      className={`absolute inset-y-0 right-0 -z-10 h-full! bg-transparent! ${className}`}
    />
  )
}
