import type { ComponentProps } from 'react'

/** A surface. With `data-lit`, pictures marked `lit-on-hover` brighten on hover. */
export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={`overflow-hidden rounded-lg border border-line bg-surface shadow-lift ${className}`}
    />
  )
}
