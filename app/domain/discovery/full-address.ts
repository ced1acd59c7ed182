/** The address with its area and city, each said once: '14 Herbert Macaulay Way, Yaba, Lagos'. */
export function fullAddress({
	address,
	area,
	city,
}: {
	address: string
	area: string
	city: string
}): string {
	return [area, city].reduce((whole, part) => (whole.includes(part) ? whole : `${whole}, ${part}`), address)
}
