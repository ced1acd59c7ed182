import { Link } from '@remix-run/react'
import { CustomersLines } from '#app/ui/kiosk/customers-lines.tsx'
import type { CustomerView } from './search-view.server.ts'

export function FoundCustomerCard({ customer }: { customer: CustomerView }) {
	const { name, phone, email, count, card, appointments } = customer
	return (
		<section>
			<h2>
				<Link to={card} className="tap">
					{name}
				</Link>
			</h2>
			<p className="soft num mb-4">
				{phone && (
					<>
						<a href={`tel:${phone}`} className="tap">
							{phone}
						</a>{' '}
					</>
				)}
				{email && `${email} · `}
				{count}
			</p>
			<CustomersLines appointments={appointments} />
		</section>
	)
}
