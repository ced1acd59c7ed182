/** Strings, which may hold digits too, and numbers. */
const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Keeps whole numbers of 16 digits and more as text: Paystack's ids are unsigned 64-bit integers and would lose digits.
 * Throws a SyntaxError for invalid JSON.
 */
export function parseExactJson(text: string): unknown {
	const parsed: unknown = JSON.parse(text)
	const exact = text.replace(stringsAndNumbers, (token) => (/^\d{16,}$/.test(token) ? `"${token}"` : token))
	return exact === text ? parsed : JSON.parse(exact)
}
