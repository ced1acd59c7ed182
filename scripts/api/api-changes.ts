/** The address of the list, beside that of the document. */
export const CHANGES_ADDRESS = '/api/v1/changes.txt'

/** What was added to the API and when, as `docs/api.md` lists it: a reader of the document has no repository. */
export function apiChanges(documentation: string): string {
	const [, section] = /^## Changes of the API\n+(.*?)\n+## /ms.exec(documentation) ?? []
	if (section === undefined) throw new Error('docs/api.md has no section ‘Changes of the API’')
	return `Changes of the API of Wakati for shops\n\n${section}\n`
}
