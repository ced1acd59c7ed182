/** The most used PINs that no pattern below names: columns and corners of the keys, and pairs. */
const mostUsed = new Set(
	`0852 2580 1004 1122 1221 1379 2233 3344 4455 5566 7788 112233 159753 147258 258369 147369 741852
	963852 789456 456123 123654 123321 654123 789123 111222 121314 102030 520520`
		.trim()
		.split(/\s+/),
)

/** Why a new PIN is easy to guess; null where it is accepted. */
export function pinProblem(pin: string): string | null {
	if (/^(\d)\1+$/.test(pin)) return 'One digit repeated is easy to guess. Choose another PIN'
	if (isRun(pin)) return 'Digits in a row are easy to guess. Choose another PIN'
	if (/^(\d{2,3})\1+$/.test(pin)) return 'A PIN that repeats itself is easy to guess. Choose another one'
	if (/^(19|20)\d\d$/.test(pin)) return 'A year is easy to guess. Choose another PIN'
	return mostUsed.has(pin) ? 'This PIN is one of the most used. Choose another one' : null
}

/** Every step between digits is the same, one or two up or down: 1234, 8642. 0 follows 9. */
function isRun(pin: string): boolean {
	const steps = [...pin].slice(1).map((digit, before) => (Number(digit) - Number(pin[before]) + 10) % 10)
	return [1, 2, 8, 9].some((even) => steps.every((step) => step === even))
}
