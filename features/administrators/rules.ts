/** Hours without a successful backup after which the admin area warns. */
export const overdueHours = 48

/** Maximum number of audit log entries per call. */
export const mostActsAtOnce = 200
