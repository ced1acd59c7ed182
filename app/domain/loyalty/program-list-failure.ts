/** Why the programs could not be loaded, as far as we know it. */
export type ProgramListFailure = 'network_error' | 'schema_error' | 'database_error'

export const PROGRAM_LIST_FAILED = 'Failed to load loyalty programs'

/** What stands below the title. */
export const programListFailures: Record<ProgramListFailure, string> = {
	network_error: 'Network connection failed. Please check your internet connection.',
	schema_error: 'Data structure error. Please contact support.',
	database_error: 'Database error. Please try again later.',
}
