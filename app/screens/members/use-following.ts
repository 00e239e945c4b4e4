import { useLayoutEffect, useRef, useState } from 'react'

/** How far the list may stand from where it was put and still count as there: screens round. */
const slack = 2
const fromTheTop = 1 / 3

/**
 * Keeps the line that is being said in sight of its own list, and nothing else: never the page. Whoever
 * moves the list is left where they are, until they ask to come back.
 */
export function useFollowing(current: number) {
  const list = useRef<HTMLDivElement>(null)
  const put = useRef<number>(undefined)
  const [isFollowing, setIsFollowing] = useState(true)

  useLayoutEffect(() => {
    const element = list.current
    if (!element || !isFollowing || current < 0) return
    if (put.current !== undefined && Math.abs(element.scrollTop - put.current) > slack) {
      setIsFollowing(false)
      return
    }
    const line = element.querySelector<HTMLElement>('[aria-current]')
    if (!line) return
    const offset = line.getBoundingClientRect().top - element.getBoundingClientRect().top
    element.scrollTop += offset - element.clientHeight * fromTheTop
    put.current = element.scrollTop
  }, [current, isFollowing])

  return {
    list,
    isFollowing,
    follow() {
      put.current = undefined
      setIsFollowing(true)
    },
    leave: {
      now: () => setIsFollowing(false),
      /** By the scroll bar or the keyboard: the list stands where nobody here has put it. */
      ifMoved() {
        const { scrollTop } = list.current!
        if (put.current !== undefined && Math.abs(scrollTop - put.current) > slack) {
          setIsFollowing(false)
        }
      },
    },
  }
}
