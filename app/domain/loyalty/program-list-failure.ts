export type ProgramListFailure = 'network_error' | 'schema_error' | 'database_error'

export const PROGRAM_LIST_FAILED = 'Failed to load loyalty programs'

export const programListFailures: Record<ProgramListFailure, string> = {
	network_error: 'Network connection failed. Please check your internet connection.',
	schema_error: 'Data structure error. Please contact support.',
	database_error: 'Database error. Please try again later.',
}
