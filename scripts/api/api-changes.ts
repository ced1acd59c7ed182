/** Beside the document's address. */
export const CHANGES_ADDRESS = '/api/v1/changes.txt'

/** From `docs/api.md`: a reader of the document has no repository. */
export function apiChanges(documentation: string): string {
	const [, section] = /^## Changes of the API\n+(.*?)\n+## /ms.exec(documentation) ?? []
	if (section === undefined) throw new Error('docs/api.md has no section ‘Changes of the API’')
	return `Changes of the API of Wakati for shops\n\n${section}\n`
}
