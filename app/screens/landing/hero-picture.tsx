import type { Site } from '#shared/site.ts'
import { Picture } from '#app/ui/picture.tsx'

/** The stage behind the words; on a phone held upright its own, taller cut. */
export function HeroPicture({ image, narrowImage }: Pick<Site['hero'], 'image' | 'narrowImage'>) {
  return (
    <div className="absolute inset-0 -z-10">
      <Picture
        src={image.src}
        alt={image.alt}
        width={image.width}
        height={image.height}
        narrow={
          narrowImage && {
            src: narrowImage.src,
            width: narrowImage.width,
            height: narrowImage.height,
            media: '(max-width: 40rem) and (orientation: portrait)',
          }
        }
        priority
        className="size-full object-cover"
      />
      <div className="absolute inset-0 bg-linear-to-t from-canvas via-canvas/60 to-transparent" />
    </div>
  )
}
