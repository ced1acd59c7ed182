const ONE_YEAR_SECONDS = 31_536_000

/**
 * Whether pages should cost less data: by the browser's header or the customer's choice. Not signed: it says nothing
 * about a person.
 */
export function readSaveData({ headers }: Pick<Request, 'headers'>): boolean {
	return headers.get('save-data') === 'on' || hasChosenDataSaver({ headers })
}

export function hasChosenDataSaver({ headers }: Pick<Request, 'headers'>): boolean {
	return /(?:^|;\s*)data-saver=on(?:;|$)/.test(headers.get('cookie') ?? '')
}

export function dataSaverHeader(isOn: boolean): string {
	return `data-saver=${isOn ? 'on' : ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${isOn ? ONE_YEAR_SECONDS : 0}`
}
