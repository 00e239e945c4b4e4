type LogoProps = { name: string; logo: string; width: number; height: number; className?: string }

/** A logo of one colour, dark on light or light on dark whatever its file holds. */
export function Logo({ name, logo, width, height, className = '' }: LogoProps) {
  return (
    <img
      src={logo}
      alt={name}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className={`h-auto max-w-full brightness-0 dark:invert ${className}`}
    />
  )
}
