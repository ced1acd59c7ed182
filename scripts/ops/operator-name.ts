import { userInfo } from 'node:os'

const MOST_LETTERS = 60

/** `OPS_NAME`, else the system's user; written down with each act. */
export function operatorName(env: NodeJS.ProcessEnv): string {
	const name = (env.OPS_NAME ?? '').replace(/[^\p{L}\p{M}\p{N} .'’@_-]/gu, '').trim() || systemUser()
	return name.slice(0, MOST_LETTERS)
}

/** A container may run as a user without a name. */
function systemUser(): string {
	try {
		return userInfo().username
	} catch {
		return `user ${process.getuid?.() ?? ''}`.trim()
	}
}
