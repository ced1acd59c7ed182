/** Its last success shows the readiness check that writes work (W6). */
export const WRITE_PROBE_JOB = 'write-probe'
