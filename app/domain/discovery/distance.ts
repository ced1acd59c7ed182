/** Degrees; south and west are negative. */
export type Coordinates = { latitude: number; longitude: number }

const EARTH_RADIUS_KM = 6_371.0088

/** The great-circle distance (haversine: right to half a percent everywhere). */
export function distanceKm(from: Coordinates, to: Coordinates): number {
	const fromLatitude = radians(from.latitude)
	const toLatitude = radians(to.latitude)
	const haversine =
		halfSineSquared(toLatitude - fromLatitude) +
		Math.cos(fromLatitude) * Math.cos(toLatitude) * halfSineSquared(radians(to.longitude - from.longitude))
	// For opposite points rounding may lift the value above 1.
	return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, haversine)))
}

/** The haversine of a distance, 0 to 1. It grows with the distance, so the database compares by it. */
export function haversineOfKm(kilometres: number): number {
	return Math.sin(Math.min(kilometres / (2 * EARTH_RADIUS_KM), Math.PI / 2)) ** 2
}

/** '1.2 km', '512 km' from a hundred on, 'under 0.1 km' next door. */
export function distanceLabel(kilometres: number): string {
	if (kilometres < 0.1) return 'under 0.1 km'
	return kilometres < 99.95 ? `${kilometres.toFixed(1)} km` : `${Math.round(kilometres)} km`
}

export function areCoordinates({ latitude, longitude }: Coordinates): boolean {
	return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}

function radians(degrees: number): number {
	return (degrees * Math.PI) / 180
}

function halfSineSquared(angle: number): number {
	return Math.sin(angle / 2) ** 2
}

/** 0, 0 lies in the sea. */
export function isKnownPlace(place: Coordinates): boolean {
	return areCoordinates(place) && (place.latitude !== 0 || place.longitude !== 0)
}

type Place = Coordinates & { name: string; address: string; city: string }

/** Directions in the phone's maps: by coordinates, which are more exact than street addresses, else by address. */
export function directionsLink({ latitude, longitude, name, address, city }: Place): string {
	const destination = isKnownPlace({ latitude, longitude })
		? `${latitude},${longitude}`
		: `${name}, ${address}, ${city}`
	return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`
}
