import type { ComponentProps } from 'react'

/** A box with border and shadow. With `data-lit`, pictures of class `lit-on-hover` in the box brighten on hover. */
export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={`overflow-hidden rounded-lg border border-line bg-surface shadow-lift ${className}`}
    />
  )
}
