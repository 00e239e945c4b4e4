type LogoProps = { name: string; logo: string; width: number; height: number; className?: string }

/** Its address may say a version. */
const drawing = /\.svg(\?|$)/i

/**
 * A drawn logo is shown in one colour, dark on light or light on dark whatever its file holds; any other
 * picture as it is, since a photograph would be a box. The box is the one that the site file names, so that
 * nothing moves when a picture of another shape arrives in it. content/README.md.
 */
export function Logo({ name, logo, width, height, className = '' }: LogoProps) {
  return (
    <img
      src={logo}
      alt={name}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      style={{ aspectRatio: `${width} / ${height}` }}
      className={`h-auto max-w-full object-contain ${drawing.test(logo) ? 'brightness-0 dark:invert' : ''} ${className}`}
    />
  )
}
