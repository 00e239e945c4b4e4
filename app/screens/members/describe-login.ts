import { otherReason } from '#app/api/call.ts'
import type { Notice } from '#app/components/forms/form-notice.tsx'

/** Specification, "Refusals and toasts". */
export function describeLoginFailure(error: unknown): Notice {
  return {
    title: 'Access Denied',
    description:
      otherReason(error, { status: 404 }) ??
      'Email not found. Please register first to access the video library.',
    variant: 'destructive',
  }
}
