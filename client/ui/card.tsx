import type { ComponentProps } from 'react'

/** A surface. With `data-lit` inside pictures marked `lit-on-hover` brighten as one looks at it. */
export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={`overflow-hidden rounded-lg border border-line bg-surface shadow-lift ${className}`}
    />
  )
}
