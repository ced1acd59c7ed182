import type { Wording } from '#app/kernel/action-answer.ts'

/** Why a device could not be made a kiosk, or a kiosk did not do it: for the person who stands there. */
export const kioskWords = {
	kiosk_link_used: {
		title: 'This link no longer works',
		text: 'It has been used already, or is older than 24 hours. Ask for a new one.',
		status: 410,
	},
	rate_limited: {
		title: 'Too many attempts',
		text: 'Wait a minute, then open your link again.',
		status: 429,
		retryAfterSeconds: 60,
	},
	act_done_already: {
		title: 'Already done.',
		text: 'This was sent twice, but counted only once.',
		status: 409,
	},
	busy: {
		title: 'Very busy right now.',
		text: 'Nothing was changed. Try again in a moment.',
		status: 503,
	},
	not_saved: {
		title: 'We couldn’t save this.',
		text: 'It may still have gone through. Check the list, then try again.',
		status: 503,
	},
} satisfies Record<string, Wording>

/** After a wrong PIN. */
export function wrongPinWords(triesLeft: number): Wording {
	const tries = triesLeft === 1 ? 'One try is left' : `${triesLeft} tries are left`
	return {
		title: 'Wrong PIN.',
		text: `${tries}, then this device is closed and needs a new link.`,
		status: 422,
	}
}
