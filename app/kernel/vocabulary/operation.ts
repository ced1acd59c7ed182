/** Its last success tells readiness that the database takes writes (W6). */
export const WRITE_PROBE_JOB = 'write-probe'
