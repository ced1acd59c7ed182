import type { Theme } from '#app/kernel/vocabulary/identity.ts'

/** Not signed: these cookies say nothing about a person, and odd values are ignored. */

const ONE_YEAR_SECONDS = 31_536_000
const SEVEN_DAYS_SECONDS = 7 * 86_400
const THIRTY_DAYS_SECONDS = 30 * 86_400

/** Null for the device's own theme. */
export function readTheme(request: Request): Exclude<Theme, 'system'> | null {
	const found = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(request.headers.get('cookie') ?? '')?.[1]
	return found === 'light' || found === 'dark' ? found : null
}

/** Removes the cookie for the device's own theme. */
export function themeHeader(theme: Theme): string {
	const age = theme === 'system' ? 0 : ONE_YEAR_SECONDS
	return `theme=${theme === 'system' ? '' : theme}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}`
}

/** Whether pages should cost less data: by the browser's header or the customer's choice. */
export function readSaveData({ headers }: Pick<Request, 'headers'>): boolean {
	return headers.get('save-data') === 'on' || hasChosenDataSaver({ headers })
}

export function hasChosenDataSaver({ headers }: Pick<Request, 'headers'>): boolean {
	return /(?:^|;\s*)data-saver=on(?:;|$)/.test(headers.get('cookie') ?? '')
}

export function dataSaverHeader(isOn: boolean): string {
	return `data-saver=${isOn ? 'on' : ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${isOn ? ONE_YEAR_SECONDS : 0}`
}

export function isGuestBannerDismissed(request: Request): boolean {
	return /(?:^|;\s*)guest-banner=off(?:;|$)/.test(request.headers.get('cookie') ?? '')
}

export const guestBannerDismissedHeader = `guest-banner=off; Path=/; HttpOnly; SameSite=Lax; Max-Age=${THIRTY_DAYS_SECONDS}`

/** The code of a friend's link to a shop. */
export type FriendCode = { shopId: string; code: string }

/** Null for what cannot be a code. */
export function readLinkCode(text: string | null): string | null {
	const code = (text ?? '').trim().toUpperCase()
	return /^[A-Z0-9]{4,20}$/.test(code) ? code : null
}

/** The code fills a field, as if typed. */
export function readFriendCode(request: Request): FriendCode | null {
	const [, shopId = '', code = ''] =
		/(?:^|;\s*)friend-code=([\w-]{1,64})\.([A-Z0-9]{4,20})(?:;|$)/.exec(
			request.headers.get('cookie') ?? '',
		) ?? []
	return code === '' ? null : { shopId, code }
}

/** Kept until the friend books. */
export function friendCodeHeader({ shopId, code }: FriendCode): string {
	return `friend-code=${shopId}.${code}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SEVEN_DAYS_SECONDS}`
}

export const endedFriendCodeHeader = 'friend-code=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'
