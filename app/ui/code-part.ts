import {
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { loadCode } from './load-code.ts'
import { Heard } from './heard.tsx'
import { LostPart } from './lost-part.tsx'
import { showToast } from './toast-store.ts'

/** How a component's code is fetched; each such function is asked until it has answered once. */
type Load<Props> = () => Promise<ComponentType<Props>>

function useCode<Props>(
  load: Load<Props>,
  keeper: { code?: ComponentType<Props> },
  isShown = true,
) {
  const [code, setCode] = useState(() => keeper.code)
  const [isLost, setIsLost] = useState(false)
  useEffect(() => {
    if (code || isLost || !isShown) return undefined
    let isWanted = true
    loadCode(load).then(
      (loaded) => {
        keeper.code = loaded
        if (isWanted) setCode(() => loaded)
      },
      () => isWanted && setIsLost(true),
    )
    return () => {
      isWanted = false
    }
  }, [load, keeper, code, isLost, isShown])
  return { Content: code, isLost, again: () => setIsLost(false) }
}

/**
 * A part of a page whose code is fetched when it is first shown. Where the code does not come, that is said
 * in its place by `Lost`, with a way to try again, and the rest of the page stays.
 */
export function codePart<Props extends object>(
  load: Load<Props>,
  waiting: ReactNode = null,
  Lost: ComponentType<{ onAgain: () => void }> = LostPart,
) {
  const keeper = {}
  return function CodePart(props: Props) {
    const { Content, isLost, again } = useCode(load, keeper)
    if (Content) return createElement(Content, props)
    return isLost ? createElement(Lost, { onAgain: again }) : waiting
  }
}

/** The same for a dialog: where its code does not come it is closed again, and what opened it can be pressed. */
export function codeDialog<Props extends { open?: boolean; onClose: () => void }>(
  load: Load<Props>,
) {
  const keeper = {}
  return function CodeDialog(props: Props) {
    const { Content, isLost, again } = useCode(load, keeper, props.open)
    const close = useEffectEvent(() => {
      props.onClose()
      again()
    })
    useEffect(() => {
      if (!isLost) return
      sayThatCodeIsLost()
      close()
    }, [isLost])
    if (Content) return createElement(Content, props)
    return props.open === false || isLost ? null : createElement(Heard)
  }
}

export function sayThatCodeIsLost() {
  showToast({
    title: 'This Could Not Be Opened',
    description: 'Part of the page did not arrive. Please check your connection and press again.',
    variant: 'destructive',
  })
}
