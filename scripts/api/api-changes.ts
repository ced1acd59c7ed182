/** Served beside the OpenAPI document. */
export const CHANGES_ADDRESS = '/api/v1/changes.txt'

/** The section of `docs/api.md`: readers of the OpenAPI document have no repository. */
export function apiChanges(documentation: string): string {
	const [, section] = /^## Changes of the API\n+(.*?)\n+## /ms.exec(documentation) ?? []
	if (section === undefined) throw new Error('docs/api.md has no section ‘Changes of the API’')
	return `Changes of the API of Wakati for shops\n\n${section}\n`
}
