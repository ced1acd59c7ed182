/** Small numbers drawn from a text (FNV-1a, then xorshift); equal texts give equal numbers. */
export function drawsFrom(text: string): (choices: number) => number {
	let state = 2_166_136_261
	for (let index = 0; index < text.length; index++) {
		state = Math.imul(state ^ text.charCodeAt(index), 16_777_619)
	}
	return (choices) => {
		state ^= state << 13
		state ^= state >>> 17
		state ^= state << 5
		return (state >>> 0) % choices
	}
}
