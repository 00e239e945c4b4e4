// Written by openapi-typescript: vitest -u writes it anew.
export interface paths {
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists all events by id, including drafts and cancelled ones, one page at a time.
         * @description For an API key with `events:read`.
         */
        get: operations["listApiEvents"];
        put?: never;
        /**
         * Creates an event; with `publishAt` "draft" it is hidden until it is published.
         * @description For an API key with `events:write`.
         */
        post: operations["createApiEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns an event by its id.
         * @description For an API key with `events:read`.
         */
        get: operations["getApiEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes an event; with `updatedAt` only if it has not changed since. Resulting mails wait two minutes.
         * @description For an API key with `events:write`.
         */
        patch: operations["changeApiEvent"];
        trace?: never;
    };
    "/api/v1/registrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists registrations by id, of one event or of all, one page at a time.
         * @description For an API key with `registrations:read`.
         */
        get: operations["listApiRegistrations"];
        put?: never;
        /**
         * Registers a person for an event and sends the confirmation, as the form of the site does.
         * @description For an API key with `registrations:write`.
         */
        post: operations["createApiRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a registration by its id.
         * @description For an API key with `registrations:read`.
         */
        get: operations["getApiRegistration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists statistics per event: registrations, attendance and watching, one page at a time.
         * @description For an API key with `figures:read`.
         */
        get: operations["listApiFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        invalid_input: {
            message: string;
            errors: {
                field: string;
                message: string;
            }[];
        };
        too_many: {
            message: string;
            retryAfter: number;
        };
        unavailable: {
            message: string;
            retryAfter: number;
        };
        address_too_long: {
            message: string;
            errors: {
                field: string;
                message: string;
            }[];
        };
        no_such_event: {
            message: string;
        };
        role_missing: {
            message: string;
        };
        too_large: {
            message: string;
            errors: {
                field: string;
                message: string;
            }[];
        };
        not_json: {
            message: string;
        };
        event_has_registrations: {
            message: string;
            registrations: number;
            isCancelled: boolean;
        };
        unknown_event: {
            message: string;
            errors: {
                field: string;
                message: string;
            }[];
        };
        event_finished: {
            message: string;
            /** @constant */
            eventStatus: "finished";
            /** @constant */
            suggestFutureEvents: true;
        };
        event_cancelled: {
            message: string;
            /** @constant */
            eventStatus: "cancelled";
            /** @constant */
            suggestFutureEvents: true;
        };
        event_full: {
            message: string;
            /** @constant */
            eventStatus: "full";
            fullEventIds?: number[];
        };
        no_such_registration: {
            message: string;
        };
        key_needed: {
            message: string;
        };
        scope_missing: {
            message: string;
        };
        idempotency_key_in_use: {
            message: string;
            retryAfter: number;
        };
        idempotency_key_reused: {
            message: string;
            errors: {
                field: string;
                message: string;
            }[];
        };
        event_changed_since: {
            message: string;
            /** Format: date-time */
            updatedAt: string;
            changedFields: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listApiEvents: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            slug: string;
                            title: string;
                            date: string | null;
                            startsAt: string | null;
                            endsAt: string | null;
                            speakerName: string;
                            speakerTitle: string;
                            description: string;
                            featureImage: string;
                            bannerImage: string;
                            /** @enum {string} */
                            status: "pre_registration" | "upcoming" | "completed";
                            dateConfirmed: boolean;
                            capacity: number | null;
                            seatsLeft?: number;
                            isLive: boolean;
                            priority: number;
                            hasRecording: boolean;
                            publishAt: ("draft" | string) | null;
                            cancelledAt: string | null;
                            formQuestions?: {
                                id: number;
                                /** @enum {string} */
                                kind: "short" | "long" | "one" | "several" | "yes_no";
                                label: string;
                                options?: string[];
                                isRequired: boolean;
                            }[];
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Refused: `invalid_input`. */
            400: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "invalid_input";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["invalid_input"];
                };
            };
            /** @description Refused: `key_needed`. */
            401: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "key_needed";
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["key_needed"];
                };
            };
            /** @description Refused: `scope_missing`. */
            403: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "scope_missing";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["scope_missing"];
                };
            };
            /** @description Refused: `too_many`. */
            429: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "too_many";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["too_many"];
                };
            };
            /** @description Something went wrong on the server, which logged it under `requestId`. */
            500: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        requestId: string;
                    };
                };
            };
            /** @description Refused: `unavailable`. */
            503: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "unavailable";
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["unavailable"];
                };
            };
        };
    };
    createApiEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this write. A repeated request within 24 hours gets the same response and is not carried out again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string | null;
                    videoUrl?: string | null;
                    featureImage?: string | null;
                    status?: ("pre_registration" | "upcoming" | "completed") | null;
                    dateConfirmed?: boolean | null;
                    priority?: number | null;
                    recordingReady?: boolean | null;
                    tags?: string[] | null;
                    capacity?: number | null;
                    webinarId?: string | null;
                    webinarKind?: ("webinar" | "meeting") | null;
                    roomUrl?: string | null;
                    cancelled?: boolean | null;
                    publishAt?: ("" | "draft" | string) | null;
                    speakerName: string;
                    speakerTitle: string;
                    description: string;
                    bannerImage: string;
                    date?: ("" | string) | null;
                    startsAt?: string | null;
                    endsAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        slug: string;
                        title: string;
                        date: string | null;
                        startsAt: string | null;
                        endsAt: string | null;
                        speakerName: string;
                        speakerTitle: string;
                        description: string;
                        featureImage: string;
                        bannerImage: string;
                        /** @enum {string} */
                        status: "pre_registration" | "upcoming" | "completed";
                        dateConfirmed: boolean;
                        capacity: number | null;
                        seatsLeft?: number;
                        isLive: boolean;
                        priority: number;
                        hasRecording: boolean;
                        publishAt: ("draft" | string) | null;
                        cancelledAt: string | null;
                        formQuestions?: {
                            id: number;
                            /** @enum {string} */
                            kind: "short" | "long" | "one" | "several" | "yes_no";
                            label: string;
                            options?: string[];
                            isRequired: boolean;
                        }[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused: `invalid_input`. */
            400: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "invalid_input";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["invalid_input"];
                };
            };
            /** @description Refused: `key_needed`. */
            401: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "key_needed";
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["key_needed"];
                };
            };
            /** @description Refused: `scope_missing` or `role_missing`. */
            403: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "scope_missing" | "role_missing";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["scope_missing"] | components["schemas"]["role_missing"];
                };
            };
            /** @description Refused: `idempotency_key_in_use`. */
            409: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "idempotency_key_in_use";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["idempotency_key_in_use"];
                };
            };
            /** @description Refused: `too_large`. */
            413: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "too_large";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["too_large"];
                };
            };
            /** @description Refused: `not_json`. */
            415: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "not_json";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["not_json"];
                };
            };
            /** @description Refused: `idempotency_key_reused`. */
            422: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "idempotency_key_reused";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["idempotency_key_reused"];
                };
            };
            /** @description Refused: `too_many`. */
            429: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "too_many";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["too_many"];
                };
            };
            /** @description Something went wrong on the server, which logged it under `requestId`. */
            500: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        requestId: string;
                    };
                };
            };
            /** @description Refused: `unavailable`. */
            503: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "unavailable";
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["unavailable"];
                };
            };
        };
    };
    getApiEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        slug: string;
                        title: string;
                        date: string | null;
                        startsAt: string | null;
                        endsAt: string | null;
                        speakerName: string;
                        speakerTitle: string;
                        description: string;
                        featureImage: string;
                        bannerImage: string;
                        /** @enum {string} */
                        status: "pre_registration" | "upcoming" | "completed";
                        dateConfirmed: boolean;
                        capacity: number | null;
                        seatsLeft?: number;
                        isLive: boolean;
                        priority: number;
                        hasRecording: boolean;
                        publishAt: ("draft" | string) | null;
                        cancelledAt: string | null;
                        formQuestions?: {
                            id: number;
                            /** @enum {string} */
                            kind: "short" | "long" | "one" | "several" | "yes_no";
                            label: string;
                            options?: string[];
                            isRequired: boolean;
                        }[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused: `invalid_input`. */
            400: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "invalid_input";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["invalid_input"];
                };
            };
            /** @description Refused: `key_needed`. */
            401: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "key_needed";
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["key_needed"];
                };
            };
            /** @description Refused: `scope_missing`. */
            403: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "scope_missing";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["scope_missing"];
                };
            };
            /** @description Refused: `no_such_event`. */
            404: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "no_such_event";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["no_such_event"];
                };
            };
            /** @description Refused: `address_too_long`. */
            414: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "address_too_long";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["address_too_long"];
                };
            };
            /** @description Refused: `too_many`. */
            429: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "too_many";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["too_many"];
                };
            };
            /** @description Something went wrong on the server, which logged it under `requestId`. */
            500: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        requestId: string;
                    };
                };
            };
            /** @description Refused: `unavailable`. */
            503: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "unavailable";
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["unavailable"];
                };
            };
        };
    };
    changeApiEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this write. A repeated request within 24 hours gets the same response and is not carried out again. */
                "idempotency-key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string | null;
                    videoUrl?: string | null;
                    featureImage?: string | null;
                    status?: ("pre_registration" | "upcoming" | "completed") | null;
                    dateConfirmed?: boolean | null;
                    priority?: number | null;
                    recordingReady?: boolean | null;
                    tags?: string[] | null;
                    capacity?: number | null;
                    webinarId?: string | null;
                    webinarKind?: ("webinar" | "meeting") | null;
                    roomUrl?: string | null;
                    cancelled?: boolean | null;
                    publishAt?: ("" | "draft" | string) | null;
                    speakerName?: string;
                    speakerTitle?: string;
                    description?: string;
                    bannerImage?: string;
                    updatedAt?: string | null;
                    date?: ("" | string) | null;
                    startsAt?: string | null;
                    endsAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        slug: string;
                        title: string;
                        date: string | null;
                        startsAt: string | null;
                        endsAt: string | null;
                        speakerName: string;
                        speakerTitle: string;
                        description: string;
                        featureImage: string;
                        bannerImage: string;
                        /** @enum {string} */
                        status: "pre_registration" | "upcoming" | "completed";
                        dateConfirmed: boolean;
                        capacity: number | null;
                        seatsLeft?: number;
                        isLive: boolean;
                        priority: number;
                        hasRecording: boolean;
                        publishAt: ("draft" | string) | null;
                        cancelledAt: string | null;
                        formQuestions?: {
                            id: number;
                            /** @enum {string} */
                            kind: "short" | "long" | "one" | "several" | "yes_no";
                            label: string;
                            options?: string[];
                            isRequired: boolean;
                        }[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Refused: `invalid_input`. */
            400: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "invalid_input";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["invalid_input"];
                };
            };
            /** @description Refused: `key_needed`. */
            401: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "key_needed";
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["key_needed"];
                };
            };
            /** @description Refused: `scope_missing` or `role_missing`. */
            403: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "scope_missing" | "role_missing";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["scope_missing"] | components["schemas"]["role_missing"];
                };
            };
            /** @description Refused: `no_such_event`. */
            404: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "no_such_event";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["no_such_event"];
                };
            };
            /** @description Refused: `idempotency_key_in_use` or `event_changed_since` or `event_has_registrations`. */
            409: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "idempotency_key_in_use" | "event_changed_since" | "event_has_registrations";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["idempotency_key_in_use"] | components["schemas"]["event_changed_since"] | components["schemas"]["event_has_registrations"];
                };
            };
            /** @description Refused: `too_large`. */
            413: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "too_large";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["too_large"];
                };
            };
            /** @description Refused: `address_too_long`. */
            414: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "address_too_long";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["address_too_long"];
                };
            };
            /** @description Refused: `not_json`. */
            415: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "not_json";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["not_json"];
                };
            };
            /** @description Refused: `idempotency_key_reused`. */
            422: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "idempotency_key_reused";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["idempotency_key_reused"];
                };
            };
            /** @description Refused: `too_many`. */
            429: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "too_many";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["too_many"];
                };
            };
            /** @description Something went wrong on the server, which logged it under `requestId`. */
            500: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        requestId: string;
                    };
                };
            };
            /** @description Refused: `unavailable`. */
            503: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "unavailable";
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["unavailable"];
                };
            };
        };
    };
    listApiRegistrations: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                eventId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            eventId: number;
                            personKey: string | null;
                            firstName: string;
                            lastName: string;
                            email: string;
                            company: string;
                            jobTitle: string;
                            /** @enum {string} */
                            registrationType: "pre_registration" | "confirmed";
                            source: string;
                            answers: {
                                [key: string]: string | boolean | string[];
                            };
                            /** Format: date-time */
                            createdAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Refused: `invalid_input`. */
            400: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "invalid_input";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["invalid_input"];
                };
            };
            /** @description Refused: `key_needed`. */
            401: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "key_needed";
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["key_needed"];
                };
            };
            /** @description Refused: `scope_missing`. */
            403: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "scope_missing";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["scope_missing"];
                };
            };
            /** @description Refused: `too_many`. */
            429: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "too_many";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["too_many"];
                };
            };
            /** @description Something went wrong on the server, which logged it under `requestId`. */
            500: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        requestId: string;
                    };
                };
            };
            /** @description Refused: `unavailable`. */
            503: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "unavailable";
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["unavailable"];
                };
            };
        };
    };
    createApiRegistration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this write. A repeated request within 24 hours gets the same response and is not carried out again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    firstName: string;
                    lastName: string;
                    email: string;
                    company?: string | null;
                    jobTitle?: string | null;
                    questions?: string | null;
                    receiveUpdates?: boolean | null;
                    receiveEventInvites?: boolean | null;
                    eventId: number;
                    answers?: {
                        [key: string]: (string | null) | boolean | (string | null)[];
                    } | null;
                    waitlist?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        eventId: number;
                        personKey: string | null;
                        /** @enum {string} */
                        registrationType: "pre_registration" | "confirmed" | "waitlisted";
                        isNew: boolean;
                        /** Format: date-time */
                        createdAt: string;
                    };
                };
            };
            /** @description Refused: `invalid_input`. */
            400: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "invalid_input";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["invalid_input"];
                };
            };
            /** @description Refused: `key_needed`. */
            401: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "key_needed";
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["key_needed"];
                };
            };
            /** @description Refused: `scope_missing` or `role_missing`. */
            403: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "scope_missing" | "role_missing";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["scope_missing"] | components["schemas"]["role_missing"];
                };
            };
            /** @description Refused: `unknown_event`. */
            404: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "unknown_event";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["unknown_event"];
                };
            };
            /** @description Refused: `idempotency_key_in_use` or `event_finished` or `event_cancelled` or `event_full`. */
            409: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "idempotency_key_in_use" | "event_finished" | "event_cancelled" | "event_full";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["idempotency_key_in_use"] | components["schemas"]["event_finished"] | components["schemas"]["event_cancelled"] | components["schemas"]["event_full"];
                };
            };
            /** @description Refused: `too_large`. */
            413: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "too_large";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["too_large"];
                };
            };
            /** @description Refused: `not_json`. */
            415: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "not_json";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["not_json"];
                };
            };
            /** @description Refused: `idempotency_key_reused`. */
            422: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "idempotency_key_reused";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["idempotency_key_reused"];
                };
            };
            /** @description Refused: `too_many`. */
            429: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "too_many";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["too_many"];
                };
            };
            /** @description Something went wrong on the server, which logged it under `requestId`. */
            500: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        requestId: string;
                    };
                };
            };
            /** @description Refused: `unavailable`. */
            503: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "unavailable";
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["unavailable"];
                };
            };
        };
    };
    getApiRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        eventId: number;
                        personKey: string | null;
                        firstName: string;
                        lastName: string;
                        email: string;
                        company: string;
                        jobTitle: string;
                        /** @enum {string} */
                        registrationType: "pre_registration" | "confirmed";
                        source: string;
                        answers: {
                            [key: string]: string | boolean | string[];
                        };
                        /** Format: date-time */
                        createdAt: string;
                    };
                };
            };
            /** @description Refused: `invalid_input`. */
            400: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "invalid_input";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["invalid_input"];
                };
            };
            /** @description Refused: `key_needed`. */
            401: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "key_needed";
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["key_needed"];
                };
            };
            /** @description Refused: `scope_missing`. */
            403: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "scope_missing";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["scope_missing"];
                };
            };
            /** @description Refused: `no_such_registration`. */
            404: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "no_such_registration";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["no_such_registration"];
                };
            };
            /** @description Refused: `address_too_long`. */
            414: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "address_too_long";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["address_too_long"];
                };
            };
            /** @description Refused: `too_many`. */
            429: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "too_many";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["too_many"];
                };
            };
            /** @description Something went wrong on the server, which logged it under `requestId`. */
            500: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        requestId: string;
                    };
                };
            };
            /** @description Refused: `unavailable`. */
            503: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "unavailable";
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["unavailable"];
                };
            };
        };
    };
    listApiFigures: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            eventId: number;
                            title: string;
                            confirmed: number;
                            preRegistered: number;
                            attendance: {
                                came: number;
                                minutes: number | null;
                                /** @enum {string} */
                                knownBy: "report" | "webinar" | "links";
                            } | null;
                            watched: {
                                watchers: number;
                                averageShare: number;
                                finished: number;
                            } | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Refused: `invalid_input`. */
            400: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "invalid_input";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["invalid_input"];
                };
            };
            /** @description Refused: `key_needed`. */
            401: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "key_needed";
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["key_needed"];
                };
            };
            /** @description Refused: `scope_missing`. */
            403: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "scope_missing";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description What was missing. */
                    "www-authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["scope_missing"];
                };
            };
            /** @description Refused: `too_many`. */
            429: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "too_many";
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["too_many"];
                };
            };
            /** @description Something went wrong on the server, which logged it under `requestId`. */
            500: {
                headers: {
                    /** @description Calls per minute that a key may make; absent if there is no limit. */
                    "ratelimit-limit"?: number;
                    /** @description Remaining calls. */
                    "ratelimit-remaining"?: number;
                    /** @description Seconds until the limit is reset. */
                    "ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        requestId: string;
                    };
                };
            };
            /** @description Refused: `unavailable`. */
            503: {
                headers: {
                    /** @description The reason, as a code for programs. */
                    "refusal-code"?: "unavailable";
                    /** @description Seconds after which to retry. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["unavailable"];
                };
            };
        };
    };
}
