const ONE_YEAR_SECONDS = 31_536_000

/**
 * Whether pages are to cost less data: the browser says so, or the customer chose it. The cookie is not signed: it
 * says nothing about a person, and any other value is ignored.
 */
export function readSaveData({ headers }: Pick<Request, 'headers'>): boolean {
	return headers.get('save-data') === 'on' || hasChosenDataSaver({ headers })
}

/** Whether the customer chose it in this browser. */
export function hasChosenDataSaver({ headers }: Pick<Request, 'headers'>): boolean {
	return /(?:^|;\s*)data-saver=on(?:;|$)/.test(headers.get('cookie') ?? '')
}

/** The `Set-Cookie` value of the choice. */
export function dataSaverHeader(isOn: boolean): string {
	return `data-saver=${isOn ? 'on' : ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${isOn ? ONE_YEAR_SECONDS : 0}`
}
