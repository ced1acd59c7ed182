import type { Wording } from '#app/kernel/action-answer.ts'

/** Why a device could not be made a kiosk, or a kiosk did not do it: for the person who stands there. */
export const kioskWords = {
	kiosk_link_used: {
		title: 'This link opens nothing any more',
		text: 'It has been used, or is older than 24 hours. Ask for a new one.',
		status: 410,
	},
	rate_limited: {
		title: 'Too many links were tried from here',
		text: 'Wait a minute, then open your link again.',
		status: 429,
		retryAfterSeconds: 60,
	},
	act_done_already: {
		title: 'This was done already',
		text: 'It was sent twice, and counted once.',
		status: 409,
	},
	busy: {
		title: 'Very busy right now',
		text: 'Nothing was changed. Try again in a moment.',
		status: 503,
	},
	not_saved: {
		title: 'We could not save this',
		text: 'We do not know whether it was done: look at the list, then try again.',
		status: 503,
	},
} satisfies Record<string, Wording>

/** After a wrong PIN. */
export function wrongPinWords(triesLeft: number): Wording {
	const tries = triesLeft === 1 ? 'One try is left' : `${triesLeft} tries are left`
	return {
		title: 'That is not the PIN',
		text: `${tries}, then this device stops being your kiosk and needs a new link.`,
		status: 422,
	}
}
