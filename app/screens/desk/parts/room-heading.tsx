import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react'

export type RoomHeadingProps = {
  id?: string
  ref?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** What a room is called: its one `h1`, which takes the focus where nothing else has it. */
export function RoomHeading({ id, ref, children }: RoomHeadingProps) {
  const own = useRef<HTMLHeadingElement>(null)
  useImperativeHandle(ref, () => own.current!, [])
  // After a login the form is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) own.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={own} id={id} tabIndex={-1} className="text-heading outline-none">
      {children}
    </h1>
  )
}
