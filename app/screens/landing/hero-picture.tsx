import type { Site } from '#shared/site.ts'
import { pictureSizes } from '#app/components/picture-sizes.ts'
import { Picture } from '#app/ui/picture.tsx'

/**
 * The stage; its light comes up once, as the page opens. Upright screens find it lit: a telephone would
 * draw every frame of it while the page is made alive.
 */
export function HeroPicture({ image, narrowImage }: Pick<Site['hero'], 'image' | 'narrowImage'>) {
  return (
    <div className="absolute inset-x-0 top-0 -z-10 landscape:bottom-0 portrait:aspect-4/5">
      <Picture
        src={image.src}
        alt={image.alt}
        width={image.width}
        height={image.height}
        sizes={pictureSizes('100vw')}
        narrow={
          narrowImage && {
            src: narrowImage.src,
            width: narrowImage.width,
            height: narrowImage.height,
            media: '(orientation: portrait)',
            sizes: pictureSizes('100vw'),
          }
        }
        priority
        className="h-full! w-full object-cover landscape:object-[72%_45%]"
      />
      <div className="absolute inset-0 bg-canvas/85 landscape:animate-house-lights portrait:hidden" />
      <div className="absolute inset-0 landscape:bg-linear-to-r landscape:from-canvas/90 landscape:via-canvas/60 landscape:via-40% landscape:to-transparent landscape:to-62% portrait:bg-linear-to-t portrait:from-canvas portrait:via-canvas/70 portrait:via-45% portrait:to-transparent portrait:to-80%" />
    </div>
  )
}
