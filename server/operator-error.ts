/** What whoever runs the site is told without a stack: its message says why, and what to do. */
export class OperatorError extends Error {}
