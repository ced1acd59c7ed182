/** Where a person is reached: an address to write to, or whatever else the operator names (decision D27). */
export function SupportContact({ contact }: { contact: string }) {
	if (!contact.includes('@')) return <b>{contact}</b>
	return (
		<a href={`mailto:${contact}`} className="link">
			{contact}
		</a>
	)
}
