/** Fields that are compared, displayed and merged as a unit, such as a date with its times. */
export type DraftPart<Draft> = {
  /** The part's unique label on the screen. */
  label: string
  show: (draft: Draft) => string
  isSame: (one: Draft, other: Draft) => boolean
  /** Returns the draft `into` with this part's values taken from the draft `from`. */
  take: (from: Draft, into: Draft) => Draft
}

export type Difference = {
  label: string
  before: string
  theirs: string
  /** The value in this form; undefined if only the other administrator changed the part. */
  mine: string | undefined
}

export type ThreeDrafts<Draft> = { before: Draft; theirs: Draft; mine: Draft }

/** Returns the parts that the other administrator changed, with this form's values. */
export function compareDrafts<Draft>(
  { before, theirs, mine }: ThreeDrafts<Draft>,
  parts: DraftPart<Draft>[],
) {
  return parts
    .filter((part) => !part.isSame(before, theirs))
    .map((part): Difference => {
      const isMine = !part.isSame(before, mine) && !part.isSame(theirs, mine)
      return {
        label: part.label,
        before: part.show(before),
        theirs: part.show(theirs),
        mine: isMine ? part.show(mine) : undefined,
      }
    })
}

/**
 * Merges two drafts: the other administrator's, with parts that only this form changed, and with the
 * conflicting parts for which this form wins.
 */
export function mergeDrafts<Draft>(
  { before, theirs, mine }: ThreeDrafts<Draft>,
  parts: DraftPart<Draft>[],
  keepsMine: (label: string) => boolean,
): Draft {
  return parts
    .filter(
      (part) =>
        !part.isSame(before, mine) && (part.isSame(before, theirs) || keepsMine(part.label)),
    )
    .reduce((merged, part) => part.take(mine, merged), theirs)
}
