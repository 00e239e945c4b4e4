type LogoProps = { name: string; logo: string; width: number; height: number; className?: string }

/**
 * A logo in the colour of the text around it. Drawings are used as a mask, so that one file serves
 * light and dark; a photograph of a logo is shown as it is.
 */
export function Logo({ name, logo, width, height, className = '' }: LogoProps) {
  if (!logo.endsWith('.svg')) {
    return (
      <img
        src={logo}
        alt={name}
        width={width}
        height={height}
        loading="lazy"
        className={className}
      />
    )
  }
  return (
    <span
      className={`block max-w-full bg-current mask-contain mask-center mask-no-repeat forced-color-adjust-none forced-colors:bg-[CanvasText] ${className}`}
      style={{ maskImage: `url(${logo})`, width, aspectRatio: `${width} / ${height}` }}
    >
      <span className="sr-only">{name}</span>
    </span>
  )
}
