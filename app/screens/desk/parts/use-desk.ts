import { useOutletContext } from 'react-router'

/** What the wing keeps for its rooms. */
export type AdminFrameContext = {
  /** Opens the 'Bulk Attendee Import' dialog, whose import goes on in whatever room. */
  openImport: () => void
}

export function useAdminFrame() {
  return useOutletContext<AdminFrameContext>()
}
