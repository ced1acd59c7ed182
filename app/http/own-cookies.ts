/** Our cookies, as the privacy page lists them (M21). A test compares this with the code that sets them. */
export const ownCookies: readonly { name: string; purpose: string; lives: string }[] = [
	{ name: 'session', purpose: 'keeps you signed in', lives: 'up to 30 days' },
	{ name: 'device', purpose: 'remembers this device', lives: '1 year' },
	{ name: 'draft', purpose: 'keeps the booking you are making', lives: '1 day' },
	{ name: 'visits', purpose: 'remembers what you booked in this browser', lives: '60 days' },
	{ name: 'wish', purpose: 'remembers the heart you tapped before signing in', lives: '15 minutes' },
	{ name: 'flash', purpose: 'shows you the last message', lives: '1 minute' },
	{ name: 'seen', purpose: 'shows what you saved last', lives: '2 minutes' },
	{ name: 'asked', purpose: 'checks whether cookies work', lives: '1 minute' },
	{ name: 'theme', purpose: 'remembers light or dark, if you chose', lives: '1 year' },
	{ name: 'data-saver', purpose: 'remembers Data saver', lives: '1 year' },
	{ name: 'friend-code', purpose: 'remembers a friend’s code until you book', lives: '7 days' },
	{ name: 'guest-banner', purpose: 'remembers that you closed the sign-up banner', lives: '30 days' },
	{ name: 'kiosk', purpose: 'opens a shop’s own screen, on its device alone', lives: '1 year' },
	{ name: 'kiosk-link', purpose: 'sets up a shop’s screen', lives: '15 minutes' },
	{ name: 'touch', purpose: 'locks a shop’s screen when no one uses it', lives: '10 minutes' },
]
