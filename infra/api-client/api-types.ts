// The management API as its clients see it: written by `npm run api-types` from the OpenAPI document. Don't edit it.
export type paths = {
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what, newest first
         * @description Every change made with a key of the partner, and every one an operator made to it, for 400 days. The first 2,000 changes of a day (UTC) by keys of the partner, and the first 2,000 by operators, have an entry each; those after them are counted by operation and hour.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/changes-set-aside/redrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish the changes that were set aside
         * @description Mend their cause first. On AWS the API has no right to read them, and `wrong-state` names the command that does it.
         */
        post: operations["redriveChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget what was told of a record
         * @description Its events, the values of its changes, its quarantined rows and what endpoints answered to it. Done within half an hour; what the source still shows of the record stays. Repeating the call is harmless.
         */
        post: operations["createErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The catalogue of event types
         * @description The catalogue of event types.
         */
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event-types/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event type: its JSON Schema, an example, since when there is it
         * @description Read an event type: its JSON Schema, an example, since when there is it.
         */
        get: operations["getEventType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explore the events of an instance, newest first
         * @description A page looks at 24 hours that have events, and at 2000 events, at most: it may be short, or empty, and still have `more`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description Read an event.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why did or didn't an event appear for this record?
         * @description Why did or didn't an event appear for this record?.
         */
        get: operations["explain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the feeds of an instance
         * @description A page looks at 100 pages of records at most: it may be short, or empty, and still have `more`.
         */
        get: operations["listFeeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a feed
         * @description Read a feed.
         */
        get: operations["getFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop reading a feed
         * @description It keeps its place. A visit under way writes nothing more.
         */
        post: operations["pauseFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{id}/quarantine/{row}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a row that was put aside
         * @description Read a row that was put aside.
         */
        get: operations["getQuarantinedRow"];
        put?: never;
        post?: never;
        /**
         * Throw a row away
         * @description Throw a row away.
         */
        delete: operations["discardQuarantinedRow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{id}/quarantine/{row}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the source for its record again
         * @description At the feed's next visit. What can be read by now leaves the quarantine and is told.
         */
        post: operations["retryQuarantinedRow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{id}/rebaseline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a feed as at the first contact
         * @description What is met for the first time and is older than the connection is baseline. Known records keep their history.
         */
        post: operations["rebaselineFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a feed again, from where it was
         * @description Also of a feed that waits out a backoff or is parked: it is tried at the next tick.
         */
        post: operations["resumeFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feeds/{id}/rewind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a feed again from further back
         * @description What is known is not told again; what was missed is.
         */
        post: operations["rewindFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/filters/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a filter on stored events, the newest first, or on a sample
         * @description Says of each event whether a subscription with these types and this filter would take it and, field by field, why not. Nothing is changed or sent.
         */
        post: operations["testFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List instances, by name
         * @description List instances, by name.
         */
        get: operations["listInstances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an instance
         * @description Read an instance.
         */
        get: operations["getInstance"];
        /**
         * Register an instance, or change it
         * @description Reading begins with the next tick. Repeating the call changes nothing; what is absent stays.
         */
        put: operations["putInstance"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop reading an instance
         * @description Its feeds keep their places; visits under way come to their end.
         */
        post: operations["pauseInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/rebaseline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect an instance anew
         * @description What is met for the first time and is older than this moment is baseline. Known records keep their history: what changed of them is told.
         */
        post: operations["rebaselineInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/removals/{source}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * They are really gone
         * @description Each is asked for once more and then told as removed.
         */
        post: operations["approveRemovals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/removals/{source}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * They aren't gone
         * @description Nothing is removed: the credential lost sight of them, say. Later losses are counted anew.
         */
        post: operations["dismissRemovals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read an instance again, from where it was
         * @description Also of a parked one: it is tried at the next tick.
         */
        post: operations["resumeInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/rewind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read every feed of an instance again from further back
         * @description Each feed at its next visit. What is known is not told again; what was missed is.
         */
        post: operations["rewindInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/slowest-owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the owners that wait longest for a visit
         * @description Up to ten: those whose documents weren't read to the end yet, then those that have failed for longest or were visited longest ago, and then dormant ones. Of an instance with more than 200 owners these come from the slots of the schedule that it passed longest ago, so a request reads no more, however many owners there are.
         */
        get: operations["listSlowestOwners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{name}/test-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a pair of credentials at the source before it is used
         * @description Also for an instance that isn't registered yet: nothing is stored and nothing is read into the bridge. Asks for a token, and for a page of every kind of list: about 15 requests, at 5 a second.
         */
        post: operations["testCredentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whose key this is, and what it may do
         * @description Whose key this is, and what it may do.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operators' keys, oldest first
         * @description The key that the deployment was given isn't among them: it is changed where it was given.
         */
        get: operations["listOperatorKeys"];
        put?: never;
        /**
         * Make another operator's key
         * @description One for each person or program, so that one can be taken back.
         */
        post: operations["createOperatorKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator-keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an operator's key
         * @description The next request with it is refused.
         */
        delete: operations["revokeOperatorKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List partners, oldest first
         * @description List partners, oldest first.
         */
        get: operations["listPartners"];
        put?: never;
        /**
         * Make a partner
         * @description It has no key yet: make one with `POST /v1/partners/{partner}/keys`.
         */
        post: operations["createPartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a partner
         * @description A partner's own key reads that partner only.
         */
        get: operations["getPartner"];
        put?: never;
        post?: never;
        /**
         * Delete a partner with everything it owns
         * @description Without `confirm` nothing is deleted: the answer (409) says what would be. It takes its subscriptions, what waits for them, its keys, secrets and replays; what was delivered stays listed for nobody and goes after 30 days.
         */
        delete: operations["deletePartner"];
        options?: never;
        head?: never;
        /**
         * Change a partner (JSON merge patch)
         * @description An instance that is left out of `instances` is taken from it: nothing of that instance is sent to it any more, what waits included, and `bridge.instance_revoked` is told.
         */
        patch: operations["updatePartner"];
        trace?: never;
    };
    "/v1/partners/{partner}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a partner's alerts go, and the last ones
         * @description Where a partner's alerts go, and the last ones.
         */
        get: operations["getAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set where a partner's alerts go (JSON merge patch)
         * @description Alerts tell of an endpoint that fails, is paused, disabled or recovered, and of deliveries that expired: one message for each such change. They hold nothing secret and nothing of your records.
         */
        patch: operations["updateAlerts"];
        trace?: never;
    };
    "/v1/partners/{partner}/alerts/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the e-mail address with the code it got
         * @description Within an hour; after five wrong codes a new one is needed.
         */
        post: operations["confirmAlertEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}/alerts/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test alert, and say what happened
         * @description Through every channel that is set and confirmed. Once in ten seconds.
         */
        post: operations["testAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of a partner, oldest first
         * @description List the API keys of a partner, oldest first.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make an API key of a partner
         * @description Make an API key of a partner.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}/keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key of a partner
         * @description The next request with it is refused.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}/portal-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the portal links and sessions that haven't ended, oldest first
         * @description List the portal links and sessions that haven't ended, oldest first.
         */
        get: operations["listPortalLinks"];
        put?: never;
        /**
         * Make an address that opens the portal once
         * @description It ends with the key that it is made with, and so does its session. At most 500 links and sessions last at a time.
         */
        post: operations["createPortalLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}/portal-links/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a portal link, or the session that it was exchanged for
         * @description The next request with it is refused.
         */
        delete: operations["revokePortalLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the suspension of a partner
         * @description What was held goes out.
         */
        post: operations["resumePartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partners/{partner}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop everything of a partner for a while
         * @description Its keys are refused at once, and deliveries end within ten seconds: what was under way is held. It keeps everything. What is published meanwhile isn't queued for it; a replay of `undelivered` brings it later.
         */
        post: operations["suspendPartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/portal-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange the token of a portal link for a session
         * @description Send the token as the key. It works once; the key of the answer lasts an hour.
         */
        post: operations["openPortalSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows that couldn't be read, oldest first
         * @description Their feeds went on without them. The rows themselves are shown one by one: they may be personal data.
         */
        get: operations["listQuarantine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues/{queue}/redrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the dead letters of a queue again
         * @description Mend their cause first. On AWS, SQS moves them by and by, and `redrive` of the queue in `GET /v1/status` says how far it is; a request while it does so starts nothing new.
         */
        post: operations["redriveQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/removals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List removals that wait for a decision
         * @description When more vanishes than is plausible, nothing is told as removed until an operator or a second walk agrees. Each comes with a sample of the records.
         */
        get: operations["listHeldRemovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the bridge is doing
         * @description How the bridge is doing.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions, oldest first
         * @description List subscriptions, oldest first.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Subscribe an endpoint
         * @description The signing secret is in this answer and nowhere else; a pull subscription has none.
         */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a subscription
         * @description Read a subscription.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        /**
         * Remove a subscription
         * @description Remove a subscription.
         */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        /**
         * Change a subscription (JSON merge patch)
         * @description Change a subscription (JSON merge patch).
         */
        patch: operations["updateSubscription"];
        trace?: never;
    };
    "/v1/subscriptions/{id}/ack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge what was fetched
         * @description It may be repeated, and come after the lease has ended.
         */
        post: operations["acknowledgeEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was sent to a subscription, newest first
         * @description A delivery appears after its first attempt and stays for 30 days. With a filter a page looks at 5,000 deliveries at most: it may be short, or empty, and still have `more`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/deliveries/{event}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what was sent of one event: the first delivery and its replays
         * @description The first one, and its 50 newest replays as far as they fit into about 1 MB. Also a first delivery that waits for its first attempt: for its turn, a limit, or its endpoint.
         */
        get: operations["getDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/deliveries/{event}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one event again, now
         * @description As a run of its own, with the same `webhook-id` and `webhook-replay: true`; it has all retries before it.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a realistic, signed example of an event and show the answer
         * @description It is marked as one: header `webhook-example: true`, `example: true` in the body, an `instance` that none can have. It is sent to this subscription alone, as it is set now, also if it is disabled or didn't ask for the type; it is stored as no event, tried once, and stands among the deliveries with run `example`. Once a second.
         */
        post: operations["sendExample"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a signed `bridge.ping` and show the answer
         * @description Also to a disabled subscription, and without consequences for it. Once in ten seconds.
         */
        post: operations["pingSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/poll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch what waits in a pull subscription, oldest events first
         * @description What is fetched is leased: no other fetch gets it until the lease ends. Acknowledge it before, or it comes again. A fetch looks at the 5,000 oldest deliveries: behind as many that are leased it gets none.
         */
        get: operations["pollEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the replays of a subscription, newest first
         * @description List the replays of a subscription, newest first.
         */
        get: operations["listReplays"];
        put?: never;
        /**
         * Send events again
         * @description First as a dry run, which is the default. Events are matched against the subscription as it is now, and come with the same `webhook-id` and `webhook-replay: true`.
         */
        post: operations["replayEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/replays/{replay}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a replay is
         * @description How far a replay is.
         */
        get: operations["getReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/replays/{replay}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a replay
         * @description What was handed to the queues before, ten seconds' worth at most, is still sent.
         */
        post: operations["cancelReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/replays/{replay}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a replay
         * @description What was handed to the queues before, ten seconds' worth at most, is still sent.
         */
        post: operations["pauseReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/replays/{replay}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a replay
         * @description What was handed to the queues before, ten seconds' worth at most, is still sent.
         */
        post: operations["resumeReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description The new secret is in this answer and nowhere else. At most 4 are valid at once; a shorter overlap ends older ones sooner.
         */
        post: operations["rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the attempts to a subscription's endpoint went, for each ten minutes of the last day
         * @description The figures that `lastHour` and `lastDay` of its endpoint sum up, as old as these.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
};
export type webhooks = Record<string, never>;
export type components = {
    schemas: {
        AckAnswer: {
            /**
             * @description Those that were still waiting.
             * @example 1
             */
            acknowledged: number;
        };
        AckInput: {
            /**
             * @example [
             *       "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB.0"
             *     ]
             */
            ackIds: string[];
        };
        Alerts: {
            email?: {
                /** @example oncall@acme.example */
                address: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T10:12:33.481Z
                 */
                codeExpiresAt?: string;
                /**
                 * @description Until it is, it gets nothing but the code.
                 * @example true
                 */
                confirmed: boolean;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:12:33.481Z
                 */
                confirmedAt?: string;
            };
            /**
             * @description Whether this bridge can send e-mail.
             * @example true
             */
            emailAvailable: boolean;
            /**
             * @example [
             *       "endpoint_failing",
             *       "endpoint_paused",
             *       "endpoint_disabled",
             *       "endpoint_recovered",
             *       "deliveries_expired"
             *     ]
             */
            kinds: ("endpoint_failing" | "endpoint_paused" | "endpoint_disabled" | "endpoint_recovered" | "deliveries_expired")[];
            /** @description The last messages, newest first, for 30 days. */
            recent: components["schemas"]["SentAlert"][];
            slack?: {
                /**
                 * @description Of its address.
                 * @example hooks.slack.com
                 */
                host: string;
            };
        };
        AlertsConfirmation: {
            /** @example 20481923 */
            code: string;
        };
        /**
         * @description JSON merge patch (RFC 7396): what is absent stays; `kinds` is replaced.
         * @example {
         *       "email": "oncall@acme.example"
         *     }
         */
        AlertsPatch: {
            /**
             * Format: email
             * @description Gets a code first, and alerts once the code is given to `POST …/alerts/confirm`. The same address again gets a new code. `null` removes it.
             * @example oncall@acme.example
             */
            email?: string | null;
            /**
             * @description Of what: all unless set.
             * @example [
             *       "endpoint_failing",
             *       "endpoint_disabled"
             *     ]
             */
            kinds?: ("endpoint_failing" | "endpoint_paused" | "endpoint_disabled" | "endpoint_recovered" | "deliveries_expired")[];
            /**
             * @description A Slack-compatible incoming webhook (Slack, Mattermost, Rocket.Chat, …), by the rules for webhook addresses. It isn't shown again. `null` removes it.
             * @example https://hooks.slack.com/services/T0/B0/XXXX
             */
            slackUrl?: string | null;
        };
        AlertsTest: {
            results: {
                /**
                 * @example email
                 * @enum {string}
                 */
                channel: "email" | "slack";
                /**
                 * @description `refused`: it wasn't taken, for the reason given. `unknown`: it may have arrived. `pending`: no answer yet; it will stand among the recent alerts.
                 * @example sent
                 * @enum {string}
                 */
                outcome: "sent" | "refused" | "unknown" | "pending";
                /** @example http_404 */
                reason?: string;
            }[];
        };
        Attempt: {
            /** Format: date-time */
            at: string;
            durationMs: number;
            /**
             * @description Why there was none.
             * @enum {string}
             */
            error?: "dns" | "connect" | "tls" | "timeout" | "blocked" | "protocol";
            /**
             * @description As they were sent, as far as that is known; absent where no connection came about. Values that are secret are shown as `…`: signatures, and your own headers.
             * @example {
             *       "content-type": "application/json",
             *       "user-agent": "Feedhook/1.0.0",
             *       "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
             *       "webhook-timestamp": "1795252353",
             *       "webhook-signature": "v1,…"
             *     }
             */
            requestHeaders?: {
                [key: string]: string;
            };
            /**
             * @description Of the newest five attempts that failed: how the answer began, 1 kB of it.
             * @example relation "contacts" does not exist
             */
            responseExcerpt?: string;
            /**
             * @description Of the newest five attempts that failed: at most 20, each cut to 256 bytes, without cookies and credentials.
             * @example {
             *       "content-type": "text/plain",
             *       "server": "nginx",
             *       "x-request-id": "7f3c"
             *     }
             */
            responseHeaders?: {
                [key: string]: string;
            };
            /**
             * @description Of the answer.
             * @example 204
             */
            status?: number;
            /** @description Its parts, as far as it came; on a kept connection there is only `firstByte`. */
            timingMs?: {
                connect?: number;
                dns?: number;
                firstByte?: number;
                tls?: number;
            };
        };
        /** @description Attempts of the last 50 to 60 minutes; absent if there were none. */
        AttemptStatistics: {
            /** @example 480 */
            attempts: number;
            /**
             * @description What half of the answers took at most, whatever their status; estimated.
             * @example 84
             */
            p50Ms?: number;
            /**
             * @description What 95 % of them took at most.
             * @example 310
             */
            p95Ms?: number;
            /**
             * @description Share that was answered 2xx, from 0 to 1.
             * @example 0.995
             */
            successRate: number;
        };
        Attention: {
            /** @description What to do. */
            action: string;
            /**
             * @description What to give in a shell for that, where the API has no right to do it.
             * @example npm run redrive -- --stage prod
             */
            command?: string;
            /**
             * @description How many. Of `changes_set_aside` on AWS, how many batches of changes.
             * @example 42
             */
            count: number;
            /** @description Where the documentation says more. */
            docs: string;
            /** @description Absent where it concerns the whole bridge. */
            instance?: string;
            /** @enum {string} */
            kind: "source_unreachable" | "instance_parked" | "clocks_apart" | "removals_held" | "rows_quarantined" | "feeds_stalled" | "polling_paused" | "dead_letters" | "changes_set_aside" | "backups_missing" | "endpoints_failing" | "endpoints_disabled";
            /**
             * @description There are more than were counted.
             * @enum {boolean}
             */
            more?: true;
            /**
             * Format: date-time
             * @description The oldest of them; absent where nobody noted it.
             */
            since?: string;
            /** @description The queue, the resource, what the source answered, what the rows hold up, or why the backup failed. */
            what?: string;
        };
        AuditEntry: {
            /**
             * @description From where, likewise.
             * @example 198.51.100.7
             */
            address?: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            at: string;
            /** @enum {string} */
            by: "partner" | "operator";
            /**
             * @description Names of the fields that were given, never their values: the first that fit into 2 KB.
             * @example [
             *       "overlapSeconds"
             *     ]
             */
            fields: string[];
            /** @example aud_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            id: string;
            /** @description With which key; of operators only operators are told. */
            key?: {
                id: string;
                name: string;
            };
            /** @example POST */
            method: string;
            /**
             * @description `operationId` of this document.
             * @example rotateSecret
             */
            operation: string;
            /**
             * @description Its first 512 characters.
             * @example /v1/subscriptions/sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB/secret
             */
            path: string;
            /**
             * @description Of the answer.
             * @example 200
             */
            status: number;
            /**
             * @description How many calls the entry stands for, where it counts those of an operation within an hour; all else in it is that of the last one, and `path` that of this document.
             * @example 240
             */
            times?: number;
        };
        AuditPage: {
            items: components["schemas"]["AuditEntry"][];
            /** @description Whether another page is there now. */
            more: boolean;
            /** @description Where the next page begins. */
            nextCursor?: string;
        };
        /** @description What all of them share; absent before the first tick. */
        Budget: {
            /** @description What it asks at most while the source is under load. */
            current: number;
            /**
             * @description What the bridge may ask.
             * @example 5
             */
            requestsPerSecond: number;
            total: components["schemas"]["BudgetTotal"];
            /** @description Requests it could send at once: near 0, the budget is short. */
            unspent: number;
        };
        /** @description Requests since the instance is read. They only rise: what two reads differ by is what came in between. */
        BudgetTotal: {
            /**
             * @description Not needed by polls, and granted again.
             * @example 1305
             */
            givenBack: number;
            /**
             * @description Granted to polls.
             * @example 48210
             */
            granted: number;
            /**
             * @description Sent, as polls reported it. A report may be seconds late, and is lost with a worker that ends before it.
             * @example 46870
             */
            used: number;
        };
        CreatedKey: components["schemas"]["Key"] & {
            /**
             * @description Send it as `Authorization: Bearer …`. It is shown this once.
             * @example fh_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC_…
             */
            key: string;
        };
        CreatedPortalLink: {
            /** Format: date-time */
            expiresAt: string;
            /**
             * @description Names the link, and the session that it is exchanged for.
             * @example key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
             */
            id: string;
            /**
             * @description The part of `url` behind `#token=`.
             * @example fh_…
             */
            token: string;
            /**
             * @description Opens the portal, signed in as the partner, once. Its token is shown this once.
             * @example https://feedhook.example.com/portal#token=fh_…
             */
            url: string;
        };
        CreatedSubscription: components["schemas"]["Subscription"] & {
            /**
             * @description The signing secret. It is shown this once. Absent of a pull subscription, for which nothing is signed.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
        };
        CredentialTest: {
            fault?: string;
            /** @description The same in sentences, with what to do. */
            findings: {
                /** @enum {string} */
                level: "good" | "warn" | "bad";
                /** @example It reads with the scope `read`, and can't write. */
                text: string;
            }[];
            /**
             * @description Each kind of list that is polled. `pageLimit`: the most rows it gave on a page. `missing`: 404. `refused`: 400 or 422. `untested`: there was no record to ask with, or no time left.
             * @example [
             *       {
             *         "path": "/project/timeline",
             *         "outcome": "answers",
             *         "pageLimit": 1000
             *       }
             *     ]
             */
            lists: {
                /** @enum {string} */
                outcome: "answers" | "forbidden" | "missing" | "refused" | "unavailable" | "untested";
                pageLimit?: number;
                path: string;
            }[];
            /** @description Whether the source would let the pair write, which the bridge never does. */
            mayWrite?: boolean;
            /**
             * @description `partly`: it reads, but not every list. `unreachable`: the source gave no usable answer, so nothing is known of the pair. `pending`: no worker of the bridge was free to try it.
             * @enum {string}
             */
            outcome: "works" | "partly" | "refused" | "unreachable" | "pending";
            /** @enum {string} */
            reason?: "invalid_client" | "no_read_scope" | "unknown_instance";
            /**
             * @description What the test cost.
             * @example 15
             */
            requests: number;
            /** @enum {string} */
            scope?: "read" | "act-as-user:read";
            /**
             * @description How far the source's clock is ahead of the bridge's; negative where it is behind.
             * @example 0
             */
            sourceAheadSeconds?: number;
        };
        /**
         * @example {
         *       "clientId": "feedhook",
         *       "clientSecret": "…"
         *     }
         */
        CredentialTestInput: {
            clientId: string;
            clientSecret: string;
        };
        Delivery: {
            attempts: components["schemas"]["Attempt"][];
            /**
             * @description `webhook-id` of every attempt.
             * @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
             */
            event: string;
            /** @example acme */
            instance: string;
            /**
             * Format: date-time
             * @description Absent while it waits for anything but its time.
             */
            nextAttemptAt?: string;
            /** @description How the last answer began. */
            responseExcerpt?: string;
            /**
             * @description `0`, or the replay it belongs to; `ping` and `example` of what was sent on request.
             * @example 0
             */
            run: string;
            /**
             * @description `waiting`: an attempt is to come; `blocked`: likewise, its address was refused; `held`: the endpoint is not being called; `delivered` and `expired` are final, and so is `failed`: a ping without a 2xx, which is tried once.
             * @enum {string}
             */
            state: "waiting" | "delivered" | "expired" | "held" | "blocked" | "failed";
            /** @example person.updated */
            type?: string;
            wait?: components["schemas"]["DeliveryWait"];
        };
        DeliveryPage: {
            items: components["schemas"]["Delivery"][];
            /** @description Whether another page is there now. */
            more: boolean;
            /** @description Where the next page begins. */
            nextCursor?: string;
        };
        /** @description While it is `waiting`, `blocked` or `held`. */
        DeliveryWait: {
            /**
             * @description Event that must be delivered first.
             * @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
             */
            behind?: string;
            /**
             * @description Name of the key that disabled the subscription; `operator` where an operator did.
             * @example ci
             */
            by?: string;
            /**
             * @description `retry`: the next step of the retry ladder; `retry_after`: as the endpoint asked; `rate_limit`: a limit is used up; `backlog`: older deliveries go first; `ordered`: behind an earlier event of its record; `circuit_open`, `endpoint_paused`: for the endpoint; `subscription_disabled`, `partner_suspended`: for people; `instance_revoked`: it will not be sent; `attempt_under_way`; `queued`: about to be sent.
             * @enum {string}
             */
            reason: "retry" | "retry_after" | "rate_limit" | "backlog" | "ordered" | "circuit_open" | "endpoint_paused" | "subscription_disabled" | "partner_suspended" | "instance_revoked" | "attempt_under_way" | "queued";
            /**
             * @description The same for people.
             * @example HTTP 503 with Retry-After 30 s: it is tried again at 2026-11-21T09:13:11.481Z.
             */
            sentence: string;
            /**
             * Format: date-time
             * @description When what it waits for began.
             */
            since?: string;
            /**
             * Format: date-time
             * @description When it is tried again, or its endpoint is probed; absent if no time is set.
             */
            until?: string;
        };
        Endpoint: components["schemas"]["EndpointSummary"] & {
            /** @description Deliveries held for the endpoint, and waiting for their next attempt; `more`: over 1,000. */
            backlog: {
                held: number;
                more: boolean;
                waiting: number;
            };
        };
        /** @description The newest attempt that failed. */
        EndpointFailure: {
            /** Format: date-time */
            at: string;
            durationMs: number;
            /**
             * @description Why there was none.
             * @enum {string}
             */
            error?: "dns" | "connect" | "tls" | "timeout" | "blocked" | "protocol";
            /** @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            event: string;
            /** @description How the answer began, 1 kB of it; erased with the record of the event. */
            responseExcerpt?: string;
            /**
             * @description As of its delivery.
             * @example 0
             */
            run: string;
            /**
             * @description Of the answer.
             * @example 500
             */
            status?: number;
        };
        EndpointSummary: {
            /** @description In a row. */
            failures: number;
            /**
             * @description `slow`: it didn't answer within 3 s lately.
             * @enum {string}
             */
            lane: "fast" | "slow";
            lastDay?: components["schemas"]["AttemptStatistics"] & unknown;
            lastFailure?: components["schemas"]["EndpointFailure"];
            lastHour?: components["schemas"]["AttemptStatistics"];
            /** Format: date-time */
            nextProbeAt?: string;
            /** @description Among the newest attempts that were counted, at most 20. */
            recentFailures: number;
            /** Format: date-time */
            since?: string;
            /**
             * @description `open`: it fails, what comes is held and one delivery at a time probes it; `paused`: unhealthy for three days, probed every six hours; `disabled`: as the subscription.
             * @enum {string}
             */
            state: "healthy" | "open" | "paused" | "disabled";
        };
        ErasedSubject: {
            /** @example p4Kd */
            id: string;
            /**
             * @description As in an event's `subject`.
             * @example person
             * @enum {string}
             */
            type: "person" | "company" | "project" | "activity" | "document";
        };
        Erasure: {
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            acceptedAt: string;
            /** @example acme */
            instance: string;
            subject: components["schemas"]["ErasedSubject"];
        };
        ErasureInput: {
            /** @example acme */
            instance: string;
            subject: components["schemas"]["ErasedSubject"];
        };
        /**
         * @description The body of a webhook, and `detail` on the bus.
         * @example {
         *       "id": "evt_01M7YP24XGJGZGNMV16R5ZZJ16",
         *       "type": "person.updated",
         *       "timestamp": "2026-11-21T09:12:33.481Z",
         *       "timestampFrom": "source",
         *       "detectedAt": "2026-11-21T09:12:40.112Z",
         *       "instance": "acme",
         *       "subject": {
         *         "type": "person",
         *         "id": "XEVD4d9gXuQ",
         *         "seq": 1795321576,
         *         "part": 1
         *       },
         *       "data": {
         *         "id": "XEVD4d9gXuQ",
         *         "firstName": "Ingrid",
         *         "lastName": "Olsen",
         *         "primaryEmail": "ingrid.olsen@example.com",
         *         "jobTitle": "Controller",
         *         "directPhone": "+47 61116528",
         *         "externalReference": "crm-1013",
         *         "companyId": "lN-Uht7j2Vk",
         *         "countryCode": "NO",
         *         "isActive": true,
         *         "emailAliases": [],
         *         "externalIds": [],
         *         "created": "2026-09-24T22:46:24.943935Z",
         *         "createdBy": "mbrNu9vTZ-Y",
         *         "modified": "2026-11-21T09:12:33.481224Z",
         *         "modifiedBy": "kIgNNxcRfVk"
         *       },
         *       "changes": [
         *         {
         *           "field": "jobTitle",
         *           "from": "Case handler",
         *           "to": "Controller"
         *         }
         *       ],
         *       "detectedBy": "timeline"
         *     }
         */
        Event: {
            /** @enum {boolean} */
            baseline?: true;
            /**
             * @example [
             *       {
             *         "field": "primaryEmail",
             *         "from": "a@example.com",
             *         "to": "b@example.com"
             *       }
             *     ]
             */
            changes?: {
                field: string;
                from?: unknown;
                /** @description JSON Pointer, where a name holds a dot. */
                pointer?: string;
                to?: unknown;
            }[];
            /** @enum {boolean} */
            changesUnknown?: true;
            /** @description The record as the source gave it. */
            data?: Record<string, unknown>;
            /**
             * @description When the bridge saw it.
             * @example 2026-11-21T09:12:40.112Z
             */
            detectedAt: string;
            /** @enum {string} */
            detectedBy: "timeline" | "sweep" | "walk" | "journal" | "snapshot" | "templates" | "scrub" | "hint";
            /**
             * @description An example that was asked for: nothing happened.
             * @enum {boolean}
             */
            example?: true;
            /** @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            id: string;
            /** @example acme */
            instance: string;
            /** @description Of a truncated change entry: the fields that its `data` lacks. */
            omitted?: string[];
            owner?: {
                id: string;
                /** @enum {string} */
                type: "Company" | "Person" | "Project" | "Room";
            };
            /** @description Of operational events: the partner it concerns. */
            partner?: string;
            /** @enum {string} */
            reason?: "not_found_or_no_access" | "cascade" | "journal";
            /** @enum {boolean} */
            redacted?: true;
            subject: {
                id: string;
                /** @description Orders the events of one change. */
                part: number;
                /** @description Rises by one per change of this record: discard what is older than what you hold. */
                seq: number;
                /** @enum {string} */
                type: "person" | "company" | "project" | "activity" | "company_template" | "project_template" | "document" | "folder" | "document_change" | "room" | "bridge";
            };
            /**
             * @description When it happened.
             * @example 2026-11-21T09:12:33.481Z
             */
            timestamp: string;
            /** @enum {string} */
            timestampFrom: "source" | "detected";
            /**
             * @description `data` was left out: the event exceeded 256 KB.
             * @enum {boolean}
             */
            truncated?: true;
            /** @example person.updated */
            type: string;
        };
        EventDeliveries: {
            items: components["schemas"]["Delivery"][];
        };
        EventPage: {
            items: components["schemas"]["Event"][];
            /** @description Whether another page is there now. */
            more: boolean;
            /** @description Where the next page begins. */
            nextCursor?: string;
        };
        EventType: {
            /**
             * @description What happened.
             * @example Fields of a person changed.
             */
            description: string;
            exampleEvent: components["schemas"]["Event"];
            /**
             * @description The same schema: JSON Schema 2020-12 of the whole event.
             * @example {
             *       "title": "person.updated",
             *       "type": "object"
             *     }
             */
            jsonSchema: {
                [key: string]: unknown;
            };
            /**
             * @description About the bridge itself: only to who names it.
             * @example false
             */
            operational: boolean;
            /**
             * @description Path of its JSON Schema, which needs no key.
             * @example /schemas/events/person.updated.json
             */
            schemaPath: string;
            /**
             * @description The version of Feedhook that had it first.
             * @example 0.1.0
             */
            since: string;
            /**
             * @example person
             * @enum {string}
             */
            subject: "person" | "company" | "project" | "activity" | "company_template" | "project_template" | "document" | "folder" | "document_change" | "room" | "bridge";
            /**
             * @example person.updated
             * @enum {string}
             */
            type: "person.created" | "person.updated" | "person.removed" | "person.restored" | "company.created" | "company.updated" | "company.deactivated" | "company.reactivated" | "company.removed" | "company.restored" | "project.created" | "project.updated" | "project.closed" | "project.reopened" | "project.removed" | "project.restored" | "activity.created" | "activity.updated" | "activity.closed" | "activity.reopened" | "activity.removed" | "activity.restored" | "company_template.created" | "company_template.updated" | "company_template.removed" | "company_template.restored" | "project_template.created" | "project_template.updated" | "project_template.removed" | "project_template.restored" | "document.created" | "document.updated" | "document.renamed" | "document.moved" | "document.content_replaced" | "document.described" | "document.relocated" | "document.placement_added" | "document.placement_removed" | "document.removed" | "document.restored" | "folder.created" | "folder.renamed" | "folder.moved" | "folder.removed" | "folder.restored" | "document_change.recorded" | "room.unreachable" | "bridge.ping" | "bridge.instance_unauthorized" | "bridge.instance_recovered" | "bridge.feed_stalled" | "bridge.feed_recovered" | "bridge.removals_held" | "bridge.endpoint_failing" | "bridge.endpoint_paused" | "bridge.endpoint_recovered" | "bridge.endpoint_disabled" | "bridge.delivery_exhausted" | "bridge.instance_revoked" | "bridge.partner_suspended" | "bridge.partner_resumed" | "bridge.partner_deleted";
        };
        EventTypeList: {
            items: {
                /**
                 * @description What happened.
                 * @example Fields of a person changed.
                 */
                description: string;
                /**
                 * @description About the bridge itself: only to who names it.
                 * @example false
                 */
                operational: boolean;
                /**
                 * @description Path of its JSON Schema, which needs no key.
                 * @example /schemas/events/person.updated.json
                 */
                schemaPath: string;
                /**
                 * @description The version of Feedhook that had it first.
                 * @example 0.1.0
                 */
                since: string;
                /**
                 * @example person
                 * @enum {string}
                 */
                subject: "person" | "company" | "project" | "activity" | "company_template" | "project_template" | "document" | "folder" | "document_change" | "room" | "bridge";
                /**
                 * @example person.updated
                 * @enum {string}
                 */
                type: "person.created" | "person.updated" | "person.removed" | "person.restored" | "company.created" | "company.updated" | "company.deactivated" | "company.reactivated" | "company.removed" | "company.restored" | "project.created" | "project.updated" | "project.closed" | "project.reopened" | "project.removed" | "project.restored" | "activity.created" | "activity.updated" | "activity.closed" | "activity.reopened" | "activity.removed" | "activity.restored" | "company_template.created" | "company_template.updated" | "company_template.removed" | "company_template.restored" | "project_template.created" | "project_template.updated" | "project_template.removed" | "project_template.restored" | "document.created" | "document.updated" | "document.renamed" | "document.moved" | "document.content_replaced" | "document.described" | "document.relocated" | "document.placement_added" | "document.placement_removed" | "document.removed" | "document.restored" | "folder.created" | "folder.renamed" | "folder.moved" | "folder.removed" | "folder.restored" | "document_change.recorded" | "room.unreachable" | "bridge.ping" | "bridge.instance_unauthorized" | "bridge.instance_recovered" | "bridge.feed_stalled" | "bridge.feed_recovered" | "bridge.removals_held" | "bridge.endpoint_failing" | "bridge.endpoint_paused" | "bridge.endpoint_recovered" | "bridge.endpoint_disabled" | "bridge.delivery_exhausted" | "bridge.instance_revoked" | "bridge.partner_suspended" | "bridge.partner_resumed" | "bridge.partner_deleted";
            }[];
        };
        ExampleInput: {
            /**
             * @description Merged into the example's own `data`, as RFC 7396 says: null takes a field away.
             * @example {
             *       "firstName": "Ada"
             *     }
             */
            data?: Record<string, unknown>;
            /**
             * @description Any type of the catalogue.
             * @example person.updated
             * @enum {string}
             */
            type: "person.created" | "person.updated" | "person.removed" | "person.restored" | "company.created" | "company.updated" | "company.deactivated" | "company.reactivated" | "company.removed" | "company.restored" | "project.created" | "project.updated" | "project.closed" | "project.reopened" | "project.removed" | "project.restored" | "activity.created" | "activity.updated" | "activity.closed" | "activity.reopened" | "activity.removed" | "activity.restored" | "company_template.created" | "company_template.updated" | "company_template.removed" | "company_template.restored" | "project_template.created" | "project_template.updated" | "project_template.removed" | "project_template.restored" | "document.created" | "document.updated" | "document.renamed" | "document.moved" | "document.content_replaced" | "document.described" | "document.relocated" | "document.placement_added" | "document.placement_removed" | "document.removed" | "document.restored" | "folder.created" | "folder.renamed" | "folder.moved" | "folder.removed" | "folder.restored" | "document_change.recorded" | "room.unreachable" | "bridge.ping" | "bridge.instance_unauthorized" | "bridge.instance_recovered" | "bridge.feed_stalled" | "bridge.feed_recovered" | "bridge.removals_held" | "bridge.endpoint_failing" | "bridge.endpoint_paused" | "bridge.endpoint_recovered" | "bridge.endpoint_disabled" | "bridge.delivery_exhausted" | "bridge.instance_revoked" | "bridge.partner_suspended" | "bridge.partner_resumed" | "bridge.partner_deleted";
        };
        Explanation: {
            events: {
                /** @description Every subscription that asks for this type: a delivery's state, or why none. */
                deliveries: {
                    /** @example delivered */
                    outcome: string;
                    subscription: string;
                }[];
                /** Format: date-time */
                detectedAt: string;
                /** @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
                id: string;
                /** @description Whether it can be read and replayed. */
                kept: boolean;
                seq: number;
                /** @example person.updated */
                type: string;
            }[];
            /** @description The feeds through which a change of it can come. */
            feeds: {
                id: string;
                /** Format: date-time */
                lastPoll?: string;
                /** @description A row of this record was put aside. */
                quarantined: boolean;
                /**
                 * Format: date-time
                 * @description Change time up to which the feed is read.
                 */
                readUpTo?: string;
                /** @enum {string} */
                status: "active" | "backing_off" | "parked" | "paused";
            }[];
            /** @description Why an event did or didn't appear, in the order of the pipeline. `code` is stable. */
            findings: {
                /** @example baseline */
                code: string;
                text: string;
            }[];
            /** @example acme */
            instance: string;
            /** @description What the mirror knows; absent where no feed has shown it. */
            record?: {
                /** @description The last 8. */
                changes: {
                    /** @enum {string} */
                    detectedBy: "timeline" | "sweep" | "walk" | "journal" | "snapshot" | "templates" | "scrub" | "hint";
                    /** Format: date-time */
                    seenAt: string;
                    seq: number;
                    /**
                     * @example [
                     *       "person.updated"
                     *     ]
                     */
                    types: string[];
                }[];
                /** Format: date-time */
                firstSeenAt: string;
                /**
                 * Format: date-time
                 * @description Server time of the read that the known state comes from.
                 */
                lastSeenAt: string;
                /** @description When it last changed, as the source says. */
                modified?: string;
                seq: number;
                /** @enum {string} */
                state: "live" | "held" | "unlisted" | "deleted";
            };
            subject: {
                id: string;
                /** @example person */
                type: string;
            };
            /** @description The answer in one sentence, for people. */
            summary: string;
        };
        Feed: {
            /** @description Of owners: what is expected, in the long run. */
            changesPerDay?: number;
            /** @enum {string} */
            class: "timelines" | "rooms" | "owners" | "walks" | "small" | "scrubs";
            /** @description Whether its first contact was read to its end. */
            drained: boolean;
            /**
             * @description Poll times are told from the schedule.
             * @enum {boolean}
             */
            estimated?: true;
            /** @description In a row. */
            failures: number;
            /** @example acme#owner#Company#k2Jm */
            id: string;
            /** @example acme */
            instance: string;
            /** @enum {string} */
            kind: "person-timeline" | "company-timeline" | "project-timeline" | "activity-timeline" | "room" | "owner" | "person-walk" | "company-walk" | "project-walk" | "activity-walk" | "person-count" | "company-count" | "project-count" | "activity-count" | "company-template" | "project-template" | "project-scrub" | "activity-scrub" | "document-scrub";
            /**
             * @description Since the last poll that was noted.
             * @example 12.4
             */
            lagSeconds?: number;
            lastError?: string;
            /**
             * Format: date-time
             * @description Empty polls note it once a minute at most, owners' never.
             */
            lastPoll?: string;
            owner?: {
                id: string;
                type: string;
            };
            /** @description Of owners: between two visits, lately. */
            periodSeconds?: number;
            /** @description Sent with every page; it never changes. */
            query: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description Change time up to which it is read.
             */
            readUpTo?: string;
            /** Format: date-time */
            retryAt?: string;
            /**
             * @description Its next visit starts further back.
             * @enum {boolean}
             */
            rewinding?: true;
            /** Format: date-time */
            stalledSince?: string;
            /** @description Since the feed stands: rows read, those known already, those that only the sweep or a walk found, and those put aside. */
            statistics?: {
                duplicates: number;
                missed: number;
                /** @description Pages that its first contact read; absent of owners. */
                pages?: number;
                quarantined: number;
                rows: number;
            };
            /** @enum {string} */
            status: "active" | "backing_off" | "parked" | "paused";
        };
        FeedDetail: components["schemas"]["Feed"] & {
            /** @description Its last visits, newest first: of owners 6 entries, of other feeds 12. Only visits that wrote something are told: an empty one writes once a minute at most, an owner's never. */
            visits: components["schemas"]["FeedVisits"][];
        };
        FeedLeft: {
            /** @example acme#owner#Person#12 */
            feed: string;
            /**
             * Format: date-time
             * @description At the soonest; the request budget may make it later.
             */
            nextTry: string;
            /**
             * @description `waits_for_its_turn`, `being_read`, `reads_on`, `paused`, `source_left_alone`, or what the last visit failed with.
             * @example unavailable_500
             */
            reason: string;
        };
        FeedPage: {
            budget?: components["schemas"]["Budget"];
            items: components["schemas"]["Feed"][];
            /** @description Whether another page is there now. */
            more: boolean;
            /** @description Where the next page begins. */
            nextCursor?: string;
        };
        FeedStatus: {
            /** @description Owners of which hardly a change is expected. */
            dormant?: number;
            /** @description As `lagSeconds`, which then leaves them out. */
            dormantLagSeconds?: number;
            /**
             * @description Derived from the schedule, not read from the feeds.
             * @enum {boolean}
             */
            estimated?: true;
            /**
             * @description How many; absent where they are too many to count.
             * @example 6
             */
            feeds?: number;
            /**
             * @description How long ago the feed that waits longest was read; absent while one was never read.
             * @example 12.4
             */
            lagSeconds?: number;
            /**
             * Format: date-time
             * @description Of the feed read last. Empty polls note it once a minute at most.
             */
            lastPoll?: string;
            /** @description Of scrubs: changes that only reading every record by id found, since all faster ways had missed them. */
            missed?: number;
            /** @description How many of them stand still: `bridge.feed_stalled` told it. */
            stalled?: number;
            /** @enum {string} */
            status: "active" | "connecting" | "backing_off" | "parked";
            /**
             * @description Above 1: the request budget can't hold the longest waits between two visits of an owner, and they are so many times as long.
             * @example 1
             */
            stretch?: number;
        };
        FeedVisits: {
            /** @description Found. */
            changes: number;
            /**
             * Format: date-time
             * @description When the last of them began.
             */
            lastAt: string;
            /**
             * @description How the last one ended. `done`: read to the end. `yielded`: the budget or the time ended first. `waiting`: the rest comes later. `saved`: it saved its place and noted nothing about its end.
             * @enum {string}
             */
            outcome: "done" | "yielded" | "waiting" | "saved" | "failed" | "parked";
            /**
             * @description Why it failed or is parked.
             * @example unavailable_503
             */
            reason?: string;
            /** @description Of all of them; repeats after faults aren't counted. */
            requests: number;
            /** @description Read, those known already included. */
            rows: number;
            /**
             * Format: date-time
             * @description When the first of them began.
             */
            since: string;
            /** @description The last one. */
            tookMs: number;
            /** @description How many visits in a row went like this: found nothing and ended alike. */
            visits: number;
        };
        /**
         * @example {
         *       "filter": {
         *         "changes": {
         *           "field": [
         *             "jobTitle"
         *           ]
         *         }
         *       },
         *       "eventTypes": [
         *         "person.*"
         *       ],
         *       "instance": "acme"
         *     }
         */
        FilterTest: {
            /**
             * @description Only this stored event.
             * @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
             */
            event?: string;
            /**
             * @description Types, `<subject>.*` or `*`, as of a subscription; absent: every type.
             * @example [
             *       "document.*"
             *     ]
             */
            eventTypes?: string[];
            /**
             * @description EventBridge event pattern on the envelope; absent: everything of those types.
             * @example {
             *       "owner": {
             *         "type": [
             *           "Project"
             *         ]
             *       },
             *       "changes": {
             *         "field": [
             *           "status"
             *         ]
             *       }
             *     }
             */
            filter?: Record<string, unknown>;
            /**
             * @description Whose stored events; needed unless there is a `sample`.
             * @example acme
             */
            instance?: string;
            /**
             * @description How many of the newest stored events of `eventTypes` are tested: fewer where they take about 1 MB.
             * @default 20
             * @example 20
             */
            limit?: number;
            /**
             * @description An event of yours in place of stored ones, at most 64 KB: the example of `GET /v1/event-types/{type}`, say.
             * @example {
             *       "type": "document.moved",
             *       "owner": {
             *         "type": "Company",
             *         "id": "lN-Uht7j2Vk"
             *       }
             *     }
             */
            sample?: Record<string, unknown>;
        };
        FilterTestResult: {
            items: {
                /** @example 2026-11-21T09:12:40.112Z */
                detectedAt?: string;
                /** @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
                event?: string;
                /** @example false */
                matches: boolean;
                /** @example document.moved */
                type?: string;
                /**
                 * @description The filter would take too long to try on it, so it counts as matching: such an event is delivered.
                 * @enum {boolean}
                 */
                undecided?: true;
                /** @description Why it doesn't match, field by field; empty where it does. The first 40 reasons, and the first 4 of each of 200 events. */
                why: {
                    /**
                     * @description Where in the filter.
                     * @example owner.type
                     */
                    field: string;
                    /**
                     * @description The values that the event has there, five at most.
                     * @example [
                     *       "Company"
                     *     ]
                     */
                    found: unknown[];
                    /** @example none of its values fits */
                    message: string;
                    /**
                     * @description Of these conditions none holds.
                     * @example [
                     *       "Project"
                     *     ]
                     */
                    wanted: unknown[];
                }[];
            }[];
            /** @example 0 */
            matches: number;
            /** @example 1 */
            tested: number;
            /**
             * @description What of the filter can't match any event of these types, as the catalogue has them.
             * @example [
             *       {
             *         "field": "filter.owner.typ",
             *         "message": "can't match: events of these types have no such field"
             *       }
             *     ]
             */
            warnings?: {
                /** @description Where, as a path: `eventTypes.0`. Values are never repeated. */
                field: string;
                message: string;
            }[];
        };
        /** @description How far it is; absent when it is done. */
        FirstContact: {
            /**
             * @description Pages of owners' change feeds and documents that were read. Noted every few seconds, along with the budget.
             * @example 2310
             */
            documentPages: number;
            /** @description What isn't read to its end yet: up to ten feeds, those that wait longest first. */
            left?: components["schemas"]["FeedLeft"][];
            /** @description Timelines, templates and rooms that were read to their end. */
            lists: number;
            ofLists: number;
            /** @description It still grows while lists are read. Absent on AWS. */
            ownersKnown?: number;
            /** @description Owners whose documents were read. Absent on AWS. */
            ownersMet?: number;
            /**
             * @description Pages of these lists that were read.
             * @example 118
             */
            pages: number;
            /** @description An estimate for the owners known so far, at the pace since the registration, or since the source took the credentials again; never less than until the last next try of what is left. */
            secondsLeft?: number;
        };
        HeldRemovals: {
            items: {
                /**
                 * Format: date-time
                 * @description The decision is about what was missing by then; later losses are counted anew.
                 */
                decidedAt?: string;
                /**
                 * @description Stands until every list of the source has carried it out.
                 * @enum {string}
                 */
                decision?: "approved" | "dismissed";
                /** @description Of so many. */
                known: number;
                /** @description Records that were missing when it began: those lost within a day, over all sources, and what else a complete list lacked. */
                missing: number;
                /** @description Some of the records that would be removed, 20 at most. */
                sample: {
                    /** @example k2Jm */
                    id: string;
                    /**
                     * @description As the bridge knows it; absent where it has no name, or an erasure took it.
                     * @example Ingrid Olsen
                     */
                    name?: string;
                    /** @example person */
                    type: string;
                }[];
                /** Format: date-time */
                since: string;
                /**
                 * @description Whose removals wait.
                 * @example person
                 */
                source: string;
            }[];
        };
        Instance: {
            /**
             * Format: date-time
             * @description By the source's clock; what is older is baseline. Absent until the first contact.
             * @example 2026-11-21T09:12:34.000Z
             */
            connectedAt?: string;
            /** @example acme */
            name: string;
            /** @enum {string} */
            parkedReason?: "invalid_client" | "forbidden" | "unknown_instance";
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            registeredAt: string;
            /** @example 5 */
            requestsPerSecond: number;
            /**
             * @example [
             *       "k2Jm"
             *     ]
             */
            rooms: string[];
            /**
             * @description `parked`: the source refuses the credentials; it is asked again from time to time. `paused`: by an operator.
             * @enum {string}
             */
            status: "connecting" | "active" | "parked" | "paused";
        };
        InstanceInput: {
            /**
             * @description Write-only; required the first time. A new pair is tried beside the one that works.
             * @example {
             *       "clientId": "feedhook",
             *       "clientSecret": "…"
             *     }
             */
            credentials?: {
                clientId: string;
                clientSecret: string;
            };
            /**
             * @description What the bridge may ask of the source: 5 where nothing is said, and unchanged later.
             * @example 5
             */
            requestsPerSecond?: number;
            /**
             * @description All share rooms to read, by id, which have at most 64 KB together: the source has no list of them.
             * @example [
             *       "k2Jm"
             *     ]
             */
            rooms?: string[];
        };
        InstancePage: {
            items: components["schemas"]["Instance"][];
            /** @description Whether another page is there now. */
            more: boolean;
            /** @description Where the next page begins. */
            nextCursor?: string;
        };
        Key: {
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt?: string;
            /** @example key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            id: string;
            /**
             * Format: date-time
             * @description To the hour; absent where it was never used.
             */
            lastUsedAt?: string;
            /** @example billing service */
            name: string;
            /**
             * @description `read`: look at everything; `manage`: change it, too; `pull`: fetch and acknowledge events; `admin`: all of these, and keys.
             * @example [
             *       "manage"
             *     ]
             */
            scopes: ("read" | "manage" | "pull" | "admin")[];
        };
        KeyInput: {
            /**
             * Format: date-time
             * @description It is refused from then on. Absent: it holds until it is revoked.
             * @example 2027-11-21T00:00:00Z
             */
            expiresAt?: string;
            /**
             * @description Who or what uses it.
             * @example billing service
             */
            name: string;
            /**
             * @description `read`: look at everything; `manage`: change it, too; `pull`: fetch and acknowledge events; `admin`: all of these, and keys.
             * @example [
             *       "manage"
             *     ]
             */
            scopes: ("read" | "manage" | "pull" | "admin")[];
        };
        KeyPage: {
            items: components["schemas"]["Key"][];
            /** @description Whether another page is there now. */
            more: boolean;
            /** @description Where the next page begins. */
            nextCursor?: string;
        };
        ListedSubscription: components["schemas"]["Subscription"] & {
            endpoint: components["schemas"]["EndpointSummary"];
        };
        Me: {
            key: {
                /**
                 * @description `environment`: the operator's key that the deployment was given.
                 * @example key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                id: string;
                /** @example billing service */
                name: string;
                scopes: ("read" | "manage" | "pull" | "admin" | "portal")[];
            };
            operator: boolean;
            partner?: components["schemas"]["Partner"];
            /**
             * @description The bridge's version.
             * @example 0.1.0
             */
            version: string;
        };
        /** @description Whose subscriptions and events this key sees. */
        Partner: {
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            createdAt: string;
            /** @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            id: string;
            /**
             * @example [
             *       "acme"
             *     ]
             */
            instances: string[];
            /** @example Acme CRM */
            name: string;
            /**
             * @description Origins whose pages may show the portal in a frame.
             * @example [
             *       "https://app.acme.example"
             *     ]
             */
            portalOrigins: string[];
            quotas: {
                /**
                 * @description Deliveries per second to all its endpoints together; what exceeds it waits.
                 * @example 100
                 */
                deliveriesPerSecond?: number;
                /**
                 * @description API keys it may have.
                 * @example 100
                 */
                keys: number;
                /**
                 * @description Deliveries per second that its running replays may send together.
                 * @example 200
                 */
                replayPerSecond: number;
                /**
                 * @description Subscriptions it may have.
                 * @example 100
                 */
                subscriptions: number;
            };
            /**
             * @description `suspended`: it keeps everything, gets nothing, and its keys are refused. `deleting`: what it owned is being removed.
             * @enum {string}
             */
            status: "active" | "suspended" | "deleting";
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            updatedAt: string;
        };
        PartnerInput: {
            /**
             * @description The instances whose events it may have.
             * @default []
             * @example [
             *       "acme"
             *     ]
             */
            instances?: string[];
            /**
             * @description For people.
             * @example Acme CRM
             */
            name: string;
            /**
             * @description Origins whose pages may show the portal in a frame: `https://` and a host, without a path. None unless set.
             * @default []
             * @example [
             *       "https://app.acme.example"
             *     ]
             */
            portalOrigins?: string[];
            quotas?: {
                /**
                 * @description Deliveries per second to all its endpoints together; what exceeds it waits.
                 * @example 100
                 */
                deliveriesPerSecond?: number;
                /**
                 * @description API keys it may have.
                 * @default 100
                 * @example 100
                 */
                keys?: number;
                /**
                 * @description Deliveries per second that its running replays may send together.
                 * @default 200
                 * @example 200
                 */
                replayPerSecond?: number;
                /**
                 * @description Subscriptions it may have.
                 * @default 100
                 * @example 100
                 */
                subscriptions?: number;
            };
        };
        PartnerPage: {
            items: components["schemas"]["Partner"][];
            /** @description Whether another page is there now. */
            more: boolean;
            /** @description Where the next page begins. */
            nextCursor?: string;
        };
        /** @description JSON merge patch (RFC 7396): what is absent stays; `instances` and `portalOrigins` are replaced. */
        PartnerPatch: {
            /**
             * @description The instances whose events it may have.
             * @example [
             *       "acme"
             *     ]
             */
            instances?: string[];
            /**
             * @description For people.
             * @example Acme CRM
             */
            name?: string;
            /**
             * @description Origins whose pages may show the portal in a frame: `https://` and a host, without a path. None unless set.
             * @example [
             *       "https://app.acme.example"
             *     ]
             */
            portalOrigins?: string[];
            quotas?: {
                /**
                 * @description null: no limit.
                 * @example 100
                 */
                deliveriesPerSecond?: number | null;
                /**
                 * @description API keys it may have.
                 * @example 100
                 */
                keys?: number;
                /**
                 * @description Deliveries per second that its running replays may send together.
                 * @example 200
                 */
                replayPerSecond?: number;
                /**
                 * @description Subscriptions it may have.
                 * @example 100
                 */
                subscriptions?: number;
            };
        };
        PingResult: {
            attempt?: components["schemas"]["Attempt"];
            /** @description Its `webhook-id`. */
            event: string;
            /**
             * @description `pending`: no answer yet; it will stand among the deliveries of the subscription.
             * @enum {string}
             */
            outcome: "delivered" | "failed" | "pending";
            /** @description How the answer began. */
            responseExcerpt?: string;
        };
        PortalLink: {
            /** @enum {string} */
            access: "read" | "manage";
            /**
             * @description Who made it.
             * @enum {string}
             */
            by?: "partner" | "operator";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @example key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            id: string;
            /**
             * @description The id of the key that it was made with and ends with; of operators only operators are told.
             * @example key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC
             */
            key?: string;
            /**
             * Format: date-time
             * @description To the hour.
             */
            lastUsedAt?: string;
            /** Format: date-time */
            openedAt?: string;
            /**
             * @description `open`: it was exchanged for a session, which lasts.
             * @enum {string}
             */
            state: "unopened" | "open";
        };
        PortalLinkInput: {
            /**
             * @description What may be done with it: look, or change things, too.
             * @default read
             * @enum {string}
             */
            access?: "read" | "manage";
            /**
             * @description How long it can be opened.
             * @default 600
             * @example 600
             */
            expiresInSeconds?: number;
        };
        PortalLinkPage: {
            items: components["schemas"]["PortalLink"][];
            /** @description Whether another page is there now. */
            more: boolean;
            /** @description Where the next page begins. */
            nextCursor?: string;
        };
        PortalSession: {
            /** @enum {string} */
            access: "read" | "manage";
            /** Format: date-time */
            expiresAt: string;
            /**
             * @description An API key for the session.
             * @example fh_…
             */
            key: string;
            /** @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            partner: string;
        };
        /** @description RFC 9457 problem details. */
        Problem: {
            /** @example 1 field is wrong */
            detail?: string;
            /**
             * @example [
             *       {
             *         "field": "url",
             *         "message": "must be an https URL"
             *       }
             *     ]
             */
            errors?: {
                /** @description Where, as a path: `eventTypes.0`. Values are never repeated. */
                field: string;
                message: string;
            }[];
            /**
             * @description The path that was asked.
             * @example /v1/subscriptions
             */
            instance: string;
            /** @example 400 */
            status: number;
            /** @example The request is not valid */
            title: string;
            /**
             * @description Stable; branch on it.
             * @example urn:feedhook:problem:invalid-request
             */
            type: string;
        };
        PulledDeliveries: {
            items: {
                /** @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB.0 */
                ackId: string;
                event: components["schemas"]["Event"];
                /**
                 * @description How often it was given out, this time included.
                 * @example 1
                 */
                fetched: number;
                /** Format: date-time */
                leasedUntil: string;
                /**
                 * @description It was asked for again.
                 * @enum {boolean}
                 */
                replay?: true;
            }[];
        };
        QuarantinedRow: {
            bytes: number;
            /** @example acme#person-walk#5c0d0b6c1f2a */
            feed: string;
            /** Format: date-time */
            keptAt: string;
            /**
             * @description Why it couldn't be taken: a stable word.
             * @example unreadable
             */
            reason: string;
            /** @description Names it together with the feed. */
            row: string;
        };
        QuarantinedRowDetail: {
            /** @description The row as it came; where it is too large, the beginning of its text. */
            body?: unknown;
            bytes: number;
            /** @example acme#person-walk#5c0d0b6c1f2a */
            feed: string;
            /** Format: date-time */
            keptAt: string;
            /**
             * @description Why it couldn't be taken: a stable word.
             * @example unreadable
             */
            reason: string;
            /** @description Names it together with the feed. */
            row: string;
            shortened: boolean;
            /** Format: date-time */
            triedAt?: string;
            /** @description It is tried again at the feed's next visit. */
            waiting: boolean;
        };
        QuarantinePage: {
            items: components["schemas"]["QuarantinedRow"][];
            /** @description Whether another page is there now. */
            more: boolean;
            /** @description Where the next page begins. */
            nextCursor?: string;
        };
        QueueDepth: {
            /** @description Given up: an operator should look. */
            dead: number;
            /**
             * Format: date-time
             * @description When the oldest one that was given up was.
             */
            deadSince?: string;
            delayed: number;
            inFlight: number;
            /**
             * Format: date-time
             * @description On AWS, when CloudWatch measured `readySince` and `deadSince`: some minutes ago.
             */
            measuredAt?: string;
            /** @example 3 */
            ready: number;
            /**
             * Format: date-time
             * @description When the oldest one that is ready was sent; on AWS, the oldest that isn't done. Absent where none is, and where CloudWatch hasn't measured it yet.
             */
            readySince?: string;
            redrive?: components["schemas"]["RedriveProgress"];
        };
        Redriven: {
            /**
             * @description How many; on AWS about how many.
             * @example 3
             */
            redriven: number;
        };
        /** @description On AWS, of the messages that were given up: how far SQS is with moving them back, or that it failed. */
        RedriveProgress: {
            /**
             * @description How many went back to their queue.
             * @example 120
             */
            moved: number;
            /** @description Why it failed, as SQS says it. */
            reason?: string;
            /** Format: date-time */
            startedAt: string;
            /** @enum {string} */
            state: "running" | "failed";
            /**
             * @description How many there were when it started.
             * @example 400
             */
            toMove?: number;
        };
        Replay: {
            /** Format: date-time */
            createdAt: string;
            criteria: {
                events?: string[];
                eventTypes?: string[];
                filter?: Record<string, unknown>;
                /** Format: date-time */
                since: string;
                subject?: {
                    id: string;
                    type?: string;
                };
                undelivered: boolean;
                /** Format: date-time */
                until: string;
            };
            /** Format: date-time */
            endedAt?: string;
            /**
             * @description `run` of its deliveries.
             * @example rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
             */
            id: string;
            instances: string[];
            perSecond: number;
            progress: {
                /**
                 * Format: date-time
                 * @description Up to which time of detection it is through there.
                 */
                at?: string;
                /** @description Which instance it is at. */
                instance?: string;
                /** @description Events looked at. */
                scanned: number;
                /** @description Deliveries sent. */
                sent: number;
            };
            /** @enum {string} */
            state: "running" | "paused" | "completed" | "cancelled";
        };
        ReplayInput: {
            /**
             * @description `true`: nothing is sent; the answer says what would be. Send the same with `false` to begin.
             * @default true
             */
            dryRun?: boolean;
            /** @description Only these, by id. */
            events?: string[];
            /**
             * @description Only these, of those the subscription has.
             * @example [
             *       "person.*"
             *     ]
             */
            eventTypes?: string[];
            /** @description Only what matches this event pattern, too. */
            filter?: Record<string, unknown>;
            /** @description Only of these. */
            instances?: string[];
            /**
             * @description Deliveries begun per second.
             * @default 50
             */
            perSecond?: number;
            /**
             * Format: date-time
             * @description Detected at or after. Default: as far back as events are kept; with `undelivered`, since the subscription was made.
             */
            since?: string;
            /**
             * @description Only of one record.
             * @example {
             *       "type": "person",
             *       "id": "7"
             *     }
             */
            subject?: {
                id: string;
                type?: string;
            };
            /**
             * @description Only what never arrived: waiting, held, expired, or given up before it was ever sent.
             * @default false
             */
            undelivered?: boolean;
            /**
             * Format: date-time
             * @description Detected before. Default: now.
             */
            until?: string;
        };
        ReplayPage: {
            items: components["schemas"]["Replay"][];
            /** @description Whether another page is there now. */
            more: boolean;
            /** @description Where the next page begins. */
            nextCursor?: string;
        };
        ReplayPreview: {
            /**
             * @description With `undelivered`: why.
             * @example {
             *       "expired": 3,
             *       "neverSent": 1
             *     }
             */
            byState?: {
                [key: string]: number;
            };
            /** @description `false`: there are more; this is how far one request could count. */
            complete: boolean;
            /** @enum {boolean} */
            dryRun: true;
            /**
             * @description Deliveries it would send, as far as it was counted.
             * @example 1204
             */
            matches: number;
            sample: {
                /** Format: date-time */
                detectedAt: string;
                event: string;
                instance: string;
                type: string;
            }[];
        };
        Retry: {
            event: string;
            run: string;
        };
        Rewind: {
            /**
             * Format: date-time
             * @description Read again what changed since then, as the source dates it; absent: from the start.
             * @example 2026-11-20T00:00:00Z
             */
            to?: string;
        };
        RotatedSubscription: components["schemas"]["Subscription"] & {
            /**
             * @description The signing secret. It is shown this once.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        SecretRotation: {
            /**
             * @description How long earlier secrets go on signing at most, also those that were granted more; 0 ends them at once.
             * @default 86400
             * @example 86400
             */
            overlapSeconds?: number;
            /** @description Your own: `whsec_` and base64 of 24 to 64 bytes. Absent: one is made. */
            secret?: string;
        };
        SentAlert: {
            /**
             * Format: date-time
             * @description When what it tells of began.
             * @example 2026-11-21T09:12:33.481Z
             */
            about: string;
            /** @example 1 */
            attempts: number;
            /**
             * @example email
             * @enum {string}
             */
            channel: "email" | "slack";
            /**
             * @example endpoint_failing
             * @enum {string}
             */
            kind: "endpoint_failing" | "endpoint_paused" | "endpoint_disabled" | "endpoint_recovered" | "deliveries_expired" | "test" | "code";
            /**
             * @description Why the last try failed: `http_404`, `smtp_550`, `dns`, …
             * @example http_404
             */
            reason?: string;
            /**
             * @description `refused`: it is tried again later. `failed`: every try was refused. `unknown`: it may have arrived, and isn't sent again.
             * @example sent
             * @enum {string}
             */
            state: "sending" | "sent" | "refused" | "failed" | "unknown";
            /** @example sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            subscription?: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:22:34.001Z
             */
            triedAt: string;
        };
        SlowestOwners: {
            items: components["schemas"]["Feed"][];
        };
        /** @description Only while the source doesn't answer. */
        SourceOutage: {
            /** @example GET https://partner.example.com/acme/api/v1/en/person/timeline */
            asked: string;
            /**
             * @description What came.
             * @example nothing listens there (ECONNREFUSED)
             */
            fault: string;
            /**
             * Format: date-time
             * @description Noted once a minute at most.
             */
            lastTry: string;
            /** Format: date-time */
            nextTry: string;
            /** Format: date-time */
            since: string;
        };
        Status: {
            /** Format: date-time */
            at: string;
            /**
             * @description Deliveries by state. Absent on AWS: counting would read the whole table.
             * @example {
             *       "waiting": 2,
             *       "delivered": 1204
             *     }
             */
            deliveries?: {
                [key: string]: number;
            };
            instances: {
                /** @description Whether the first contact has been read to its end: every list, and the documents of every owner that it found. */
                baselineDone: boolean;
                budget?: components["schemas"]["Budget"];
                /** Format: date-time */
                connectedAt?: string;
                /**
                 * @description By class: timelines, rooms, owners, small, walks, scrubs.
                 * @example {
                 *       "timelines": {
                 *         "lastPoll": "2026-11-21T09:12:40.112Z",
                 *         "lagSeconds": 12.4,
                 *         "status": "active",
                 *         "feeds": 6
                 *       }
                 *     }
                 */
                feeds: {
                    [key: string]: components["schemas"]["FeedStatus"];
                };
                firstContact?: components["schemas"]["FirstContact"];
                /**
                 * @description The worst that is known: `stalled` if one of its feeds stands still.
                 * @enum {string}
                 */
                health: "ok" | "source_unreachable" | "parked" | "stalled" | "paused";
                /** @example acme */
                name: string;
                /** @enum {string} */
                parkedReason?: "invalid_client" | "forbidden" | "unknown_instance";
                /** @description Only while the source's clock and this machine's are more than 30 s apart. */
                sourceClockAheadSeconds?: number;
                /**
                 * @description `parked`: the source refuses the credentials; it is asked again from time to time. `paused`: by an operator.
                 * @enum {string}
                 */
                status: "connecting" | "active" | "parked" | "paused";
                /** @description Whether the source resolves activities and phases as owners of documents. */
                subOwners?: {
                    /**
                     * @description `not_resolved`: the source doesn't, so that their documents can't be read. `unknown` until a walk could ask.
                     * @enum {string}
                     */
                    activities: "polled" | "not_resolved" | "unknown";
                    /**
                     * @description `not_resolved`: the source doesn't, so that their documents can't be read. `unknown` until a walk could ask.
                     * @enum {string}
                     */
                    phases: "polled" | "not_resolved" | "unknown";
                };
                unreachable?: components["schemas"]["SourceOutage"];
            }[];
            /** @description What waits for a person; empty where nothing does. */
            needsAttention: components["schemas"]["Attention"][];
            /**
             * @description Messages by queue; on AWS an approximation, up to a minute old.
             * @example {
             *       "deliver": {
             *         "ready": 3,
             *         "delayed": 0,
             *         "inFlight": 1,
             *         "dead": 0
             *       }
             *     }
             */
            queues?: {
                [key: string]: components["schemas"]["QueueDepth"];
            };
        };
        Subscription: {
            /**
             * @description Whether it wants what the first contact found.
             * @example false
             */
            baseline: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            createdAt: string;
            description?: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            disabledAt?: string;
            /**
             * @description Name of the key with which its owner disabled it; `operator` where an operator did.
             * @example ci
             */
            disabledBy?: string;
            /**
             * @description `gone`: the endpoint answered 410; `requested`: it asked for it; `unreachable`: it was unhealthy for weeks; `owner`: through this API.
             * @enum {string}
             */
            disabledReason?: "gone" | "requested" | "unreachable" | "owner";
            /**
             * @example [
             *       "person.*"
             *     ]
             */
            eventTypes: string[];
            /** @description As it was given. */
            filter?: Record<string, unknown>;
            /**
             * @description `cloudevents`: CloudEvents 1.0, structured JSON; else the event's own envelope.
             * @enum {string}
             */
            format: "envelope" | "cloudevents";
            /**
             * @description Of your headers; their values are secret.
             * @example [
             *       "x-api-key"
             *     ]
             */
            headerNames: string[];
            /** @example sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB */
            id: string;
            instances?: string[];
            /** @enum {string} */
            kind: "push" | "pull";
            /**
             * @description Deliveries under way at once; absent: no limit. What exceeds it waits.
             * @example 10
             */
            maxConcurrency?: number;
            ordered: boolean;
            /**
             * @description `thin`: without `data`.
             * @enum {string}
             */
            payload: "full" | "thin";
            /**
             * @description Deliveries begun per second; absent: no limit. What exceeds it waits.
             * @example 50
             */
            ratePerSecond?: number;
            /** @description The signing keys that are valid, newest first; a pull subscription has none. `expiresAt`: when its overlap ends. */
            signingKeys: {
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt?: string;
            }[];
            /**
             * @description A disabled subscription keeps its settings and gets nothing.
             * @enum {string}
             */
            status: "active" | "disabled";
            /**
             * @description How long a slow endpoint may take to answer; absent: 15 s.
             * @example 20
             */
            timeoutSeconds?: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:12:33.481Z
             */
            updatedAt: string;
            /**
             * @description https, port 443 or 8443, a public host name. Stored and shown in its normalised form.
             * @example https://hooks.example.com/feedhook
             */
            url?: string;
            /** @description On create and update: what was accepted but won't work as it is. */
            warnings?: {
                field: string;
                message: string;
            }[];
        };
        SubscriptionDetail: components["schemas"]["Subscription"] & {
            endpoint: components["schemas"]["Endpoint"];
        };
        SubscriptionInput: {
            /**
             * @description Whether it wants what the first contact found.
             * @default false
             * @example false
             */
            baseline?: boolean;
            /** @example CRM import */
            description?: string;
            /**
             * @description Types, `<subject>.*` or `*`; `*` never matches `bridge.*`, which must be named.
             * @example [
             *       "person.*",
             *       "document.created"
             *     ]
             */
            eventTypes: string[];
            /**
             * @description EventBridge event pattern on the envelope; absent: everything of those types.
             * @example {
             *       "owner": {
             *         "type": [
             *           "Project"
             *         ]
             *       },
             *       "changes": {
             *         "field": [
             *           "status"
             *         ]
             *       }
             *     }
             */
            filter?: Record<string, unknown>;
            /**
             * @description `cloudevents`: CloudEvents 1.0, structured JSON; else the event's own envelope.
             * @enum {string}
             */
            format?: "envelope" | "cloudevents";
            /**
             * @description Sent with every delivery; at most 20. Values are never shown again.
             * @example {
             *       "x-api-key": "…"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description Absent: every instance, those registered later included.
             * @example [
             *       "acme"
             *     ]
             */
            instances?: string[];
            /**
             * @description `push` (default): events are posted to `url`. `pull`: they wait to be fetched with `GET …/poll`.
             * @enum {string}
             */
            kind?: "push" | "pull";
            /**
             * @description Deliveries under way at once; absent: no limit. What exceeds it waits.
             * @example 10
             */
            maxConcurrency?: number;
            /** @description Push only: the events of a record are sent one at a time, oldest first. */
            ordered?: boolean;
            /**
             * @description `thin`: without `data`.
             * @enum {string}
             */
            payload?: "full" | "thin";
            /**
             * @description Deliveries begun per second; absent: no limit. What exceeds it waits.
             * @example 50
             */
            ratePerSecond?: number;
            /** @description Your own signing secret: `whsec_` and base64 of 24 to 64 bytes. Absent: one is made. */
            secret?: string;
            /**
             * @description A disabled subscription keeps its settings and gets nothing.
             * @default active
             * @enum {string}
             */
            status?: "active" | "disabled";
            /**
             * @description How long a slow endpoint may take to answer; absent: 15 s.
             * @example 20
             */
            timeoutSeconds?: number;
            /**
             * @description https, port 443 or 8443, a public host name. Stored and shown in its normalised form.
             * @example https://hooks.example.com/feedhook
             */
            url?: string;
        };
        SubscriptionPage: {
            items: components["schemas"]["ListedSubscription"][];
            /** @description Whether another page is there now. */
            more: boolean;
            /** @description Where the next page begins. */
            nextCursor?: string;
        };
        /** @description JSON merge patch (RFC 7396): what is absent stays, null takes away. */
        SubscriptionPatch: {
            /**
             * @description Whether it wants what the first contact found.
             * @example false
             */
            baseline?: boolean;
            /** @example CRM import */
            description?: string | null;
            /**
             * @description Types, `<subject>.*` or `*`; `*` never matches `bridge.*`, which must be named.
             * @example [
             *       "person.*",
             *       "document.created"
             *     ]
             */
            eventTypes?: string[];
            /**
             * @description EventBridge event pattern on the envelope; absent: everything of those types.
             * @example {
             *       "owner": {
             *         "type": [
             *           "Project"
             *         ]
             *       },
             *       "changes": {
             *         "field": [
             *           "status"
             *         ]
             *       }
             *     }
             */
            filter?: Record<string, unknown> | null;
            /**
             * @description `cloudevents`: CloudEvents 1.0, structured JSON; else the event's own envelope.
             * @enum {string}
             */
            format?: "envelope" | "cloudevents";
            /** @description Headers that it names are set, or with null taken away; the others stay. */
            headers?: {
                [key: string]: string | null;
            } | null;
            /**
             * @description Absent: every instance, those registered later included.
             * @example [
             *       "acme"
             *     ]
             */
            instances?: string[] | null;
            /**
             * @description `push` (default): events are posted to `url`. `pull`: they wait to be fetched with `GET …/poll`.
             * @enum {string}
             */
            kind?: "push" | "pull";
            /**
             * @description Deliveries under way at once; absent: no limit. What exceeds it waits.
             * @example 10
             */
            maxConcurrency?: number | null;
            /** @description Push only: the events of a record are sent one at a time, oldest first. */
            ordered?: boolean;
            /**
             * @description `thin`: without `data`.
             * @enum {string}
             */
            payload?: "full" | "thin";
            /**
             * @description Deliveries begun per second; absent: no limit. What exceeds it waits.
             * @example 50
             */
            ratePerSecond?: number | null;
            /**
             * @description A disabled subscription keeps its settings and gets nothing.
             * @enum {string}
             */
            status?: "active" | "disabled";
            /**
             * @description How long a slow endpoint may take to answer; absent: 15 s.
             * @example 20
             */
            timeoutSeconds?: number | null;
            /**
             * @description https, port 443 or 8443, a public host name. Stored and shown in its normalised form.
             * @example https://hooks.example.com/feedhook
             */
            url?: string;
        };
        SubscriptionStatistics: {
            /**
             * Format: date-time
             * @description Begin of the oldest slot.
             * @example 2026-11-20T09:20:00.000Z
             */
            since: string;
            /** @description Oldest first; those without an attempt are left out. */
            slots: {
                /**
                 * Format: date-time
                 * @description When it began.
                 * @example 2026-11-21T09:10:00.000Z
                 */
                at: string;
                /** @example 480 */
                attempts: number;
                /**
                 * @description What half of the answers took at most, whatever their status; estimated.
                 * @example 84
                 */
                p50Ms?: number;
                /**
                 * @description What 95 % of them took at most.
                 * @example 310
                 */
                p95Ms?: number;
                /**
                 * @description Share that was answered 2xx, from 0 to 1.
                 * @example 0.995
                 */
                successRate: number;
            }[];
            /** @example 600 */
            slotSeconds: number;
            /**
             * Format: date-time
             * @description End of the newest slot, which is still running.
             * @example 2026-11-21T09:20:00.000Z
             */
            until: string;
        };
    };
    responses: {
        /** @description A problem */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description For operators: do it as this partner would. A partner's own key ignores it.
         * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
         */
        FeedhookPartner: string;
        /**
         * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
         * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
         */
        IdempotencyKey: string;
        /**
         * @description The `ETag` of the answer that you have: 304 while nothing changed.
         * @example "3.mV0aCgq1pA7w"
         */
        IfNoneMatch: string;
        /**
         * @description `true` of an example that was asked for.
         * @example true
         */
        WebhookExample: string;
        /**
         * @description The event's id, the same on every attempt: drop duplicates by it.
         * @example evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
         */
        WebhookId: string;
        /**
         * @description `true` where a newer event of its record may have gone before it.
         * @example true
         */
        WebhookLate: string;
        /**
         * @description `true` where it was asked for again.
         * @example true
         */
        WebhookReplay: string;
        /**
         * @description `v1,` and the base64 of an HMAC-SHA256 over `<id>.<timestamp>.<body>`; several, separated by spaces: one that matches is enough.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
        /**
         * @description Unix seconds of this attempt: refuse what is older than five minutes.
         * @example 1795252353
         */
        WebhookTimestamp: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names this state of the answer: for `If-None-Match`, and for `If-Match` where a change takes it.
         * @example "3.mV0aCgq1pA7w"
         */
        ETag: string;
        /**
         * @description `true` where the answer is that of the first time.
         * @example true
         */
        IdempotencyReplayed: "true";
        /**
         * @description Requests that the key may still send (`r`), and in how many seconds it is all of them again (`t`).
         * @example "key";r=598;t=1
         */
        RateLimit: string;
        /**
         * @description Requests (`q`) in a window of so many seconds (`w`).
         * @example "key";q=600;w=60
         */
        RateLimitPolicy: string;
        /**
         * @description Seconds after which the request may be sent again.
         * @example 5
         */
        RetryAfter: string;
        /**
         * @description How to authenticate.
         * @example Bearer realm="feedhook"
         */
        WwwAuthenticate: string;
    };
    pathItems: never;
};
export type $defs = Record<string, never>;
export interface operations {
    listAudit: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Items per page at most: a page ends sooner where its items take about 1 MB, and has `more`. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "aud_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "at": "2026-11-21T09:12:33.481Z",
                     *           "operation": "rotateSecret",
                     *           "method": "POST",
                     *           "path": "/v1/subscriptions/sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB/secret",
                     *           "fields": [
                     *             "overlapSeconds"
                     *           ],
                     *           "status": 200,
                     *           "by": "partner",
                     *           "key": {
                     *             "id": "k2Jm",
                     *             "name": "CRM import"
                     *           },
                     *           "address": "198.51.100.7",
                     *           "times": 240
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    redriveChanges: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are tried again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "redriven": 3
                     *     }
                     */
                    "application/json": components["schemas"]["Redriven"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createErasure: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "instance": "acme",
                 *       "subject": {
                 *         "type": "person",
                 *         "id": "p4Kd"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErasureInput"];
            };
        };
        responses: {
            /** @description It will be forgotten */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "instance": "acme",
                     *       "subject": {
                     *         "type": "person",
                     *         "id": "p4Kd"
                     *       },
                     *       "acceptedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every type there is */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "type": "person.updated",
                     *           "subject": "person",
                     *           "operational": false,
                     *           "description": "Fields of a person changed.",
                     *           "since": "0.1.0",
                     *           "schemaPath": "/schemas/events/person.updated.json"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventTypeList"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getEventType: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event type */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "person.updated",
                     *       "subject": "person",
                     *       "operational": false,
                     *       "description": "Fields of a person changed.",
                     *       "since": "0.1.0",
                     *       "schemaPath": "/schemas/events/person.updated.json",
                     *       "jsonSchema": {
                     *         "title": "person.updated",
                     *         "type": "object"
                     *       },
                     *       "exampleEvent": {
                     *         "id": "evt_01M7YP24XGJGZGNMV16R5ZZJ16",
                     *         "type": "person.updated",
                     *         "timestamp": "2026-11-21T09:12:33.481Z",
                     *         "timestampFrom": "source",
                     *         "detectedAt": "2026-11-21T09:12:40.112Z",
                     *         "instance": "acme",
                     *         "subject": {
                     *           "type": "person",
                     *           "id": "XEVD4d9gXuQ",
                     *           "seq": 1795321576,
                     *           "part": 1
                     *         },
                     *         "data": {
                     *           "id": "XEVD4d9gXuQ",
                     *           "firstName": "Ingrid",
                     *           "lastName": "Olsen",
                     *           "primaryEmail": "ingrid.olsen@example.com",
                     *           "jobTitle": "Controller",
                     *           "directPhone": "+47 61116528",
                     *           "externalReference": "crm-1013",
                     *           "companyId": "lN-Uht7j2Vk",
                     *           "countryCode": "NO",
                     *           "isActive": true,
                     *           "emailAliases": [],
                     *           "externalIds": [],
                     *           "created": "2026-09-24T22:46:24.943935Z",
                     *           "createdBy": "mbrNu9vTZ-Y",
                     *           "modified": "2026-11-21T09:12:33.481224Z",
                     *           "modifiedBy": "kIgNNxcRfVk"
                     *         },
                     *         "changes": [
                     *           {
                     *             "field": "jobTitle",
                     *             "from": "Case handler",
                     *             "to": "Controller"
                     *           }
                     *         ],
                     *         "detectedBy": "timeline"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EventType"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listEvents: {
        parameters: {
            query: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Whose events. */
                instance: string;
                /** @description Items per page at most: a page ends sooner where its items take about 1 MB, and has `more`. */
                limit?: number;
                /** @description `newest` first, to look back from this very moment. `oldest` first, to follow along: keep `nextCursor` and ask again. */
                order?: "newest" | "oldest";
                /** @description Detected at or after. */
                since?: string;
                /** @description Only the events of this record: `<type>/<id>`. */
                subject?: string;
                /** @description Only of this type: a type, `<subject>.*` or `*`, as subscriptions understand them. */
                type?: string;
                /** @description Detected before. With `order=oldest` it is 60 s ago by default, because an event published late can appear behind a cursor. Who must not miss one receives webhooks or has a pull subscription. */
                until?: string;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "evt_01M7YP24XGJGZGNMV16R5ZZJ16",
                     *           "type": "person.updated",
                     *           "timestamp": "2026-11-21T09:12:33.481Z",
                     *           "timestampFrom": "source",
                     *           "detectedAt": "2026-11-21T09:12:40.112Z",
                     *           "instance": "acme",
                     *           "subject": {
                     *             "type": "person",
                     *             "id": "XEVD4d9gXuQ",
                     *             "seq": 1795321576,
                     *             "part": 1
                     *           },
                     *           "data": {
                     *             "id": "XEVD4d9gXuQ",
                     *             "firstName": "Ingrid",
                     *             "lastName": "Olsen",
                     *             "primaryEmail": "ingrid.olsen@example.com",
                     *             "jobTitle": "Controller",
                     *             "directPhone": "+47 61116528",
                     *             "externalReference": "crm-1013",
                     *             "companyId": "lN-Uht7j2Vk",
                     *             "countryCode": "NO",
                     *             "isActive": true,
                     *             "emailAliases": [],
                     *             "externalIds": [],
                     *             "created": "2026-09-24T22:46:24.943935Z",
                     *             "createdBy": "mbrNu9vTZ-Y",
                     *             "modified": "2026-11-21T09:12:33.481224Z",
                     *             "modifiedBy": "kIgNNxcRfVk"
                     *           },
                     *           "changes": [
                     *             {
                     *               "field": "jobTitle",
                     *               "from": "Case handler",
                     *               "to": "Controller"
                     *             }
                     *           ],
                     *           "detectedBy": "timeline"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getEvent: {
        parameters: {
            query: {
                instance: string;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "evt_01M7YP24XGJGZGNMV16R5ZZJ16",
                     *       "type": "person.updated",
                     *       "timestamp": "2026-11-21T09:12:33.481Z",
                     *       "timestampFrom": "source",
                     *       "detectedAt": "2026-11-21T09:12:40.112Z",
                     *       "instance": "acme",
                     *       "subject": {
                     *         "type": "person",
                     *         "id": "XEVD4d9gXuQ",
                     *         "seq": 1795321576,
                     *         "part": 1
                     *       },
                     *       "data": {
                     *         "id": "XEVD4d9gXuQ",
                     *         "firstName": "Ingrid",
                     *         "lastName": "Olsen",
                     *         "primaryEmail": "ingrid.olsen@example.com",
                     *         "jobTitle": "Controller",
                     *         "directPhone": "+47 61116528",
                     *         "externalReference": "crm-1013",
                     *         "companyId": "lN-Uht7j2Vk",
                     *         "countryCode": "NO",
                     *         "isActive": true,
                     *         "emailAliases": [],
                     *         "externalIds": [],
                     *         "created": "2026-09-24T22:46:24.943935Z",
                     *         "createdBy": "mbrNu9vTZ-Y",
                     *         "modified": "2026-11-21T09:12:33.481224Z",
                     *         "modifiedBy": "kIgNNxcRfVk"
                     *       },
                     *       "changes": [
                     *         {
                     *           "field": "jobTitle",
                     *           "from": "Case handler",
                     *           "to": "Controller"
                     *         }
                     *       ],
                     *       "detectedBy": "timeline"
                     *     }
                     */
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    explain: {
        parameters: {
            query: {
                instance: string;
                /** @description `<type>/<id>`, as in an event's `subject`. */
                subject: string;
                /** @description Only for this one, and also why it asks for none of it. Absent: every one that asks for the type. */
                subscription?: string;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is known of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "instance": "acme",
                     *       "subject": {
                     *         "type": "person",
                     *         "id": "k2Jm"
                     *       },
                     *       "summary": "It was delivered.",
                     *       "findings": [
                     *         {
                     *           "code": "baseline",
                     *           "text": "It was delivered."
                     *         }
                     *       ],
                     *       "record": {
                     *         "state": "live",
                     *         "seq": 12,
                     *         "firstSeenAt": "2026-11-21T09:12:33.481Z",
                     *         "lastSeenAt": "2026-11-21T09:12:33.481Z",
                     *         "modified": "modified",
                     *         "changes": [
                     *           {
                     *             "seq": 12,
                     *             "seenAt": "2026-11-21T09:12:33.481Z",
                     *             "detectedBy": "timeline",
                     *             "types": [
                     *               "person.updated"
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "feeds": [
                     *         {
                     *           "id": "k2Jm",
                     *           "status": "active",
                     *           "lastPoll": "2026-11-21T09:12:33.481Z",
                     *           "readUpTo": "2026-11-21T09:12:33.481Z",
                     *           "quarantined": false
                     *         }
                     *       ],
                     *       "events": [
                     *         {
                     *           "id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "type": "person.updated",
                     *           "seq": 12,
                     *           "detectedAt": "2026-11-21T09:12:33.481Z",
                     *           "kept": false,
                     *           "deliveries": [
                     *             {
                     *               "subscription": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *               "outcome": "delivered"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listFeeds: {
        parameters: {
            query: {
                /** @description Only those. */
                class?: "timelines" | "rooms" | "owners" | "walks" | "small" | "scrubs";
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                instance: string;
                /** @description Items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "acme#owner#Company#k2Jm",
                     *           "instance": "acme",
                     *           "kind": "person-timeline",
                     *           "class": "timelines",
                     *           "owner": {
                     *             "type": "person.updated",
                     *             "id": "k2Jm"
                     *           },
                     *           "query": {},
                     *           "status": "active",
                     *           "drained": false,
                     *           "lastPoll": "2026-11-21T09:12:33.481Z",
                     *           "readUpTo": "2026-11-21T09:12:33.481Z",
                     *           "lagSeconds": 12.4,
                     *           "failures": 12,
                     *           "retryAt": "2026-11-21T09:12:33.481Z",
                     *           "lastError": "unavailable",
                     *           "stalledSince": "2026-11-21T09:12:33.481Z",
                     *           "rewinding": true,
                     *           "periodSeconds": 12,
                     *           "changesPerDay": 12,
                     *           "estimated": true,
                     *           "statistics": {
                     *             "rows": 12,
                     *             "duplicates": 12,
                     *             "missed": 12,
                     *             "quarantined": 12,
                     *             "pages": 12
                     *           }
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx",
                     *       "budget": {
                     *         "requestsPerSecond": 5,
                     *         "current": 12,
                     *         "unspent": 12,
                     *         "total": {
                     *           "granted": 48210,
                     *           "used": 46870,
                     *           "givenBack": 1305
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FeedPage"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description As listed, percent-encoded: it holds `#`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme#owner#Company#k2Jm",
                     *       "instance": "acme",
                     *       "kind": "person-timeline",
                     *       "class": "timelines",
                     *       "owner": {
                     *         "type": "person.updated",
                     *         "id": "k2Jm"
                     *       },
                     *       "query": {},
                     *       "status": "active",
                     *       "drained": false,
                     *       "lastPoll": "2026-11-21T09:12:33.481Z",
                     *       "readUpTo": "2026-11-21T09:12:33.481Z",
                     *       "lagSeconds": 12.4,
                     *       "failures": 12,
                     *       "retryAt": "2026-11-21T09:12:33.481Z",
                     *       "lastError": "unavailable",
                     *       "stalledSince": "2026-11-21T09:12:33.481Z",
                     *       "rewinding": true,
                     *       "periodSeconds": 12,
                     *       "changesPerDay": 12,
                     *       "estimated": true,
                     *       "statistics": {
                     *         "rows": 12,
                     *         "duplicates": 12,
                     *         "missed": 12,
                     *         "quarantined": 12,
                     *         "pages": 12
                     *       },
                     *       "visits": [
                     *         {
                     *           "since": "2026-11-21T09:12:33.481Z",
                     *           "lastAt": "2026-11-21T09:12:33.481Z",
                     *           "visits": 12,
                     *           "tookMs": 12,
                     *           "requests": 12,
                     *           "rows": 12,
                     *           "changes": 12,
                     *           "outcome": "done",
                     *           "reason": "unavailable_503"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FeedDetail"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    pauseFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description As listed, percent-encoded: it holds `#`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme#owner#Company#k2Jm",
                     *       "instance": "acme",
                     *       "kind": "person-timeline",
                     *       "class": "timelines",
                     *       "owner": {
                     *         "type": "person.updated",
                     *         "id": "k2Jm"
                     *       },
                     *       "query": {},
                     *       "status": "active",
                     *       "drained": false,
                     *       "lastPoll": "2026-11-21T09:12:33.481Z",
                     *       "readUpTo": "2026-11-21T09:12:33.481Z",
                     *       "lagSeconds": 12.4,
                     *       "failures": 12,
                     *       "retryAt": "2026-11-21T09:12:33.481Z",
                     *       "lastError": "unavailable",
                     *       "stalledSince": "2026-11-21T09:12:33.481Z",
                     *       "rewinding": true,
                     *       "periodSeconds": 12,
                     *       "changesPerDay": 12,
                     *       "estimated": true,
                     *       "statistics": {
                     *         "rows": 12,
                     *         "duplicates": 12,
                     *         "missed": 12,
                     *         "quarantined": 12,
                     *         "pages": 12
                     *       },
                     *       "visits": [
                     *         {
                     *           "since": "2026-11-21T09:12:33.481Z",
                     *           "lastAt": "2026-11-21T09:12:33.481Z",
                     *           "visits": 12,
                     *           "tookMs": 12,
                     *           "requests": 12,
                     *           "rows": 12,
                     *           "changes": 12,
                     *           "outcome": "done",
                     *           "reason": "unavailable_503"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FeedDetail"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getQuarantinedRow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The feed's id, percent-encoded. */
                id: string;
                row: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "feed": "acme#person-walk#5c0d0b6c1f2a",
                     *       "row": "row",
                     *       "keptAt": "2026-11-21T09:12:33.481Z",
                     *       "reason": "unreadable",
                     *       "bytes": 12,
                     *       "body": {},
                     *       "shortened": false,
                     *       "waiting": false,
                     *       "triedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["QuarantinedRowDetail"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    discardQuarantinedRow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
            };
            path: {
                /** @description The feed's id, percent-encoded. */
                id: string;
                row: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    retryQuarantinedRow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The feed's id, percent-encoded. */
                id: string;
                row: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It will be tried */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    rebaselineFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description As listed, percent-encoded: it holds `#`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme#owner#Company#k2Jm",
                     *       "instance": "acme",
                     *       "kind": "person-timeline",
                     *       "class": "timelines",
                     *       "owner": {
                     *         "type": "person.updated",
                     *         "id": "k2Jm"
                     *       },
                     *       "query": {},
                     *       "status": "active",
                     *       "drained": false,
                     *       "lastPoll": "2026-11-21T09:12:33.481Z",
                     *       "readUpTo": "2026-11-21T09:12:33.481Z",
                     *       "lagSeconds": 12.4,
                     *       "failures": 12,
                     *       "retryAt": "2026-11-21T09:12:33.481Z",
                     *       "lastError": "unavailable",
                     *       "stalledSince": "2026-11-21T09:12:33.481Z",
                     *       "rewinding": true,
                     *       "periodSeconds": 12,
                     *       "changesPerDay": 12,
                     *       "estimated": true,
                     *       "statistics": {
                     *         "rows": 12,
                     *         "duplicates": 12,
                     *         "missed": 12,
                     *         "quarantined": 12,
                     *         "pages": 12
                     *       },
                     *       "visits": [
                     *         {
                     *           "since": "2026-11-21T09:12:33.481Z",
                     *           "lastAt": "2026-11-21T09:12:33.481Z",
                     *           "visits": 12,
                     *           "tookMs": 12,
                     *           "requests": 12,
                     *           "rows": 12,
                     *           "changes": 12,
                     *           "outcome": "done",
                     *           "reason": "unavailable_503"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FeedDetail"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    resumeFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description As listed, percent-encoded: it holds `#`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme#owner#Company#k2Jm",
                     *       "instance": "acme",
                     *       "kind": "person-timeline",
                     *       "class": "timelines",
                     *       "owner": {
                     *         "type": "person.updated",
                     *         "id": "k2Jm"
                     *       },
                     *       "query": {},
                     *       "status": "active",
                     *       "drained": false,
                     *       "lastPoll": "2026-11-21T09:12:33.481Z",
                     *       "readUpTo": "2026-11-21T09:12:33.481Z",
                     *       "lagSeconds": 12.4,
                     *       "failures": 12,
                     *       "retryAt": "2026-11-21T09:12:33.481Z",
                     *       "lastError": "unavailable",
                     *       "stalledSince": "2026-11-21T09:12:33.481Z",
                     *       "rewinding": true,
                     *       "periodSeconds": 12,
                     *       "changesPerDay": 12,
                     *       "estimated": true,
                     *       "statistics": {
                     *         "rows": 12,
                     *         "duplicates": 12,
                     *         "missed": 12,
                     *         "quarantined": 12,
                     *         "pages": 12
                     *       },
                     *       "visits": [
                     *         {
                     *           "since": "2026-11-21T09:12:33.481Z",
                     *           "lastAt": "2026-11-21T09:12:33.481Z",
                     *           "visits": 12,
                     *           "tookMs": 12,
                     *           "requests": 12,
                     *           "rows": 12,
                     *           "changes": 12,
                     *           "outcome": "done",
                     *           "reason": "unavailable_503"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FeedDetail"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    rewindFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description As listed, percent-encoded: it holds `#`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "2026-11-20T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["Rewind"];
            };
        };
        responses: {
            /** @description The feed as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme#owner#Company#k2Jm",
                     *       "instance": "acme",
                     *       "kind": "person-timeline",
                     *       "class": "timelines",
                     *       "owner": {
                     *         "type": "person.updated",
                     *         "id": "k2Jm"
                     *       },
                     *       "query": {},
                     *       "status": "active",
                     *       "drained": false,
                     *       "lastPoll": "2026-11-21T09:12:33.481Z",
                     *       "readUpTo": "2026-11-21T09:12:33.481Z",
                     *       "lagSeconds": 12.4,
                     *       "failures": 12,
                     *       "retryAt": "2026-11-21T09:12:33.481Z",
                     *       "lastError": "unavailable",
                     *       "stalledSince": "2026-11-21T09:12:33.481Z",
                     *       "rewinding": true,
                     *       "periodSeconds": 12,
                     *       "changesPerDay": 12,
                     *       "estimated": true,
                     *       "statistics": {
                     *         "rows": 12,
                     *         "duplicates": 12,
                     *         "missed": 12,
                     *         "quarantined": 12,
                     *         "pages": 12
                     *       },
                     *       "visits": [
                     *         {
                     *           "since": "2026-11-21T09:12:33.481Z",
                     *           "lastAt": "2026-11-21T09:12:33.481Z",
                     *           "visits": 12,
                     *           "tookMs": 12,
                     *           "requests": 12,
                     *           "rows": 12,
                     *           "changes": 12,
                     *           "outcome": "done",
                     *           "reason": "unavailable_503"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FeedDetail"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    testFilter: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filter": {
                 *         "changes": {
                 *           "field": [
                 *             "jobTitle"
                 *           ]
                 *         }
                 *       },
                 *       "eventTypes": [
                 *         "person.*"
                 *       ],
                 *       "instance": "acme"
                 *     }
                 */
                "application/json": components["schemas"]["FilterTest"];
            };
        };
        responses: {
            /** @description What the filter does */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tested": 1,
                     *       "matches": 0,
                     *       "items": [
                     *         {
                     *           "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "type": "document.moved",
                     *           "detectedAt": "2026-11-21T09:12:40.112Z",
                     *           "matches": false,
                     *           "undecided": true,
                     *           "why": [
                     *             {
                     *               "field": "owner.type",
                     *               "message": "none of its values fits",
                     *               "wanted": [
                     *                 "Project"
                     *               ],
                     *               "found": [
                     *                 "Company"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "field": "filter.owner.typ",
                     *           "message": "can't match: events of these types have no such field"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FilterTestResult"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listInstances: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "acme",
                     *           "status": "connecting",
                     *           "parkedReason": "invalid_client",
                     *           "requestsPerSecond": 5,
                     *           "rooms": [
                     *             "k2Jm"
                     *           ],
                     *           "registeredAt": "2026-11-21T09:12:33.481Z",
                     *           "connectedAt": "2026-11-21T09:12:34.000Z"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["InstancePage"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getInstance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instance */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "acme",
                     *       "status": "connecting",
                     *       "parkedReason": "invalid_client",
                     *       "requestsPerSecond": 5,
                     *       "rooms": [
                     *         "k2Jm"
                     *       ],
                     *       "registeredAt": "2026-11-21T09:12:33.481Z",
                     *       "connectedAt": "2026-11-21T09:12:34.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    putInstance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credentials": {
                 *         "clientId": "feedhook",
                 *         "clientSecret": "…"
                 *       },
                 *       "requestsPerSecond": 5,
                 *       "rooms": [
                 *         "k2Jm"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["InstanceInput"];
            };
        };
        responses: {
            /** @description The instance as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "acme",
                     *       "status": "connecting",
                     *       "parkedReason": "invalid_client",
                     *       "requestsPerSecond": 5,
                     *       "rooms": [
                     *         "k2Jm"
                     *       ],
                     *       "registeredAt": "2026-11-21T09:12:33.481Z",
                     *       "connectedAt": "2026-11-21T09:12:34.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            /** @description Registered */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "acme",
                     *       "status": "connecting",
                     *       "parkedReason": "invalid_client",
                     *       "requestsPerSecond": 5,
                     *       "rooms": [
                     *         "k2Jm"
                     *       ],
                     *       "registeredAt": "2026-11-21T09:12:33.481Z",
                     *       "connectedAt": "2026-11-21T09:12:34.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    pauseInstance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instance as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "acme",
                     *       "status": "connecting",
                     *       "parkedReason": "invalid_client",
                     *       "requestsPerSecond": 5,
                     *       "rooms": [
                     *         "k2Jm"
                     *       ],
                     *       "registeredAt": "2026-11-21T09:12:33.481Z",
                     *       "connectedAt": "2026-11-21T09:12:34.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    rebaselineInstance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instance as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "acme",
                     *       "status": "connecting",
                     *       "parkedReason": "invalid_client",
                     *       "requestsPerSecond": 5,
                     *       "rooms": [
                     *         "k2Jm"
                     *       ],
                     *       "registeredAt": "2026-11-21T09:12:33.481Z",
                     *       "connectedAt": "2026-11-21T09:12:34.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    approveRemovals: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Decided */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    dismissRemovals: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Decided */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    resumeInstance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instance as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "acme",
                     *       "status": "connecting",
                     *       "parkedReason": "invalid_client",
                     *       "requestsPerSecond": 5,
                     *       "rooms": [
                     *         "k2Jm"
                     *       ],
                     *       "registeredAt": "2026-11-21T09:12:33.481Z",
                     *       "connectedAt": "2026-11-21T09:12:34.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    rewindInstance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "2026-11-20T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["Rewind"];
            };
        };
        responses: {
            /** @description The instance as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "acme",
                     *       "status": "connecting",
                     *       "parkedReason": "invalid_client",
                     *       "requestsPerSecond": 5,
                     *       "rooms": [
                     *         "k2Jm"
                     *       ],
                     *       "registeredAt": "2026-11-21T09:12:33.481Z",
                     *       "connectedAt": "2026-11-21T09:12:34.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listSlowestOwners: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The longest wait first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "acme#owner#Company#k2Jm",
                     *           "instance": "acme",
                     *           "kind": "person-timeline",
                     *           "class": "timelines",
                     *           "owner": {
                     *             "type": "person.updated",
                     *             "id": "k2Jm"
                     *           },
                     *           "query": {},
                     *           "status": "active",
                     *           "drained": false,
                     *           "lastPoll": "2026-11-21T09:12:33.481Z",
                     *           "readUpTo": "2026-11-21T09:12:33.481Z",
                     *           "lagSeconds": 12.4,
                     *           "failures": 12,
                     *           "retryAt": "2026-11-21T09:12:33.481Z",
                     *           "lastError": "unavailable",
                     *           "stalledSince": "2026-11-21T09:12:33.481Z",
                     *           "rewinding": true,
                     *           "periodSeconds": 12,
                     *           "changesPerDay": 12,
                     *           "estimated": true,
                     *           "statistics": {
                     *             "rows": 12,
                     *             "duplicates": 12,
                     *             "missed": 12,
                     *             "quarantined": 12,
                     *             "pages": 12
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SlowestOwners"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    testCredentials: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "feedhook",
                 *       "clientSecret": "…"
                 *     }
                 */
                "application/json": components["schemas"]["CredentialTestInput"];
            };
        };
        responses: {
            /** @description What the pair can do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcome": "works",
                     *       "findings": [
                     *         {
                     *           "level": "good",
                     *           "text": "It reads with the scope `read`, and can't write."
                     *         }
                     *       ],
                     *       "reason": "invalid_client",
                     *       "fault": "fault",
                     *       "scope": "read",
                     *       "mayWrite": false,
                     *       "sourceAheadSeconds": 0,
                     *       "lists": [
                     *         {
                     *           "path": "/project/timeline",
                     *           "outcome": "answers",
                     *           "pageLimit": 1000
                     *         }
                     *       ],
                     *       "requests": 15
                     *     }
                     */
                    "application/json": components["schemas"]["CredentialTest"];
                };
            };
            /** @description No worker was free in time: ask again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcome": "works",
                     *       "findings": [
                     *         {
                     *           "level": "good",
                     *           "text": "It reads with the scope `read`, and can't write."
                     *         }
                     *       ],
                     *       "reason": "invalid_client",
                     *       "fault": "fault",
                     *       "scope": "read",
                     *       "mayWrite": false,
                     *       "sourceAheadSeconds": 0,
                     *       "lists": [
                     *         {
                     *           "path": "/project/timeline",
                     *           "outcome": "answers",
                     *           "pageLimit": 1000
                     *         }
                     *       ],
                     *       "requests": 15
                     *     }
                     */
                    "application/json": components["schemas"]["CredentialTest"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key and its partner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": {
                     *         "id": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *         "name": "billing service",
                     *         "scopes": [
                     *           "read"
                     *         ]
                     *       },
                     *       "operator": false,
                     *       "version": "0.1.0",
                     *       "partner": {
                     *         "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *         "name": "Acme CRM",
                     *         "status": "active",
                     *         "instances": [
                     *           "acme"
                     *         ],
                     *         "quotas": {
                     *           "subscriptions": 100,
                     *           "keys": 100,
                     *           "replayPerSecond": 200,
                     *           "deliveriesPerSecond": 100
                     *         },
                     *         "portalOrigins": [
                     *           "https://app.acme.example"
                     *         ],
                     *         "createdAt": "2026-11-21T09:12:33.481Z",
                     *         "updatedAt": "2026-11-21T09:12:33.481Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listOperatorKeys: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "name": "billing service",
                     *           "scopes": [
                     *             "manage"
                     *           ],
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "expiresAt": "2026-11-21T09:12:33.481Z",
                     *           "lastUsedAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["KeyPage"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createOperatorKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "billing service",
                 *       "scopes": [
                 *         "manage"
                 *       ],
                 *       "expiresAt": "2027-11-21T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["KeyInput"];
            };
        };
        responses: {
            /** @description The key. Its text is in this answer and nowhere else */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "billing service",
                     *       "scopes": [
                     *         "manage"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "expiresAt": "2026-11-21T09:12:33.481Z",
                     *       "lastUsedAt": "2026-11-21T09:12:33.481Z",
                     *       "key": "fh_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC_…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    revokeOperatorKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
            };
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listPartners: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "name": "Acme CRM",
                     *           "status": "active",
                     *           "instances": [
                     *             "acme"
                     *           ],
                     *           "quotas": {
                     *             "subscriptions": 100,
                     *             "keys": 100,
                     *             "replayPerSecond": 200,
                     *             "deliveriesPerSecond": 100
                     *           },
                     *           "portalOrigins": [
                     *             "https://app.acme.example"
                     *           ],
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "updatedAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["PartnerPage"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createPartner: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme CRM",
                 *       "instances": [
                 *         "acme"
                 *       ],
                 *       "portalOrigins": [
                 *         "https://app.acme.example"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PartnerInput"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "Acme CRM",
                     *       "status": "active",
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "quotas": {
                     *         "subscriptions": 100,
                     *         "keys": 100,
                     *         "replayPerSecond": 200,
                     *         "deliveriesPerSecond": 100
                     *       },
                     *       "portalOrigins": [
                     *         "https://app.acme.example"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getPartner: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The partner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "Acme CRM",
                     *       "status": "active",
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "quotas": {
                     *         "subscriptions": 100,
                     *         "keys": 100,
                     *         "replayPerSecond": 200,
                     *         "deliveriesPerSecond": 100
                     *       },
                     *       "portalOrigins": [
                     *         "https://app.acme.example"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    deletePartner: {
        parameters: {
            query?: {
                /** @description The partner's id, once more. Without it nothing is deleted, and the answer says what would be. */
                confirm?: string;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It gets nothing any more; there is so much of it that the rest goes in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "Acme CRM",
                     *       "status": "active",
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "quotas": {
                     *         "subscriptions": 100,
                     *         "keys": 100,
                     *         "replayPerSecond": 200,
                     *         "deliveriesPerSecond": 100
                     *       },
                     *       "portalOrigins": [
                     *         "https://app.acme.example"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
                };
            };
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    updatePartner: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /** @description The `ETag` that it was read with. Where its settings were changed since, nothing is changed: 412. */
                "if-match"?: string;
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme CRM",
                 *       "instances": [
                 *         "acme"
                 *       ],
                 *       "portalOrigins": [
                 *         "https://app.acme.example"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PartnerPatch"];
            };
        };
        responses: {
            /** @description The partner as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "Acme CRM",
                     *       "status": "active",
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "quotas": {
                     *         "subscriptions": 100,
                     *         "keys": 100,
                     *         "replayPerSecond": 200,
                     *         "deliveriesPerSecond": 100
                     *       },
                     *       "portalOrigins": [
                     *         "https://app.acme.example"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getAlerts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": {
                     *         "address": "oncall@acme.example",
                     *         "confirmed": true,
                     *         "confirmedAt": "2026-11-21T09:12:33.481Z",
                     *         "codeExpiresAt": "2026-11-21T10:12:33.481Z"
                     *       },
                     *       "slack": {
                     *         "host": "hooks.slack.com"
                     *       },
                     *       "kinds": [
                     *         "endpoint_failing",
                     *         "endpoint_paused",
                     *         "endpoint_disabled",
                     *         "endpoint_recovered",
                     *         "deliveries_expired"
                     *       ],
                     *       "emailAvailable": true,
                     *       "recent": [
                     *         {
                     *           "kind": "endpoint_failing",
                     *           "subscription": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "channel": "email",
                     *           "state": "sent",
                     *           "attempts": 1,
                     *           "about": "2026-11-21T09:12:33.481Z",
                     *           "triedAt": "2026-11-21T09:22:34.001Z",
                     *           "reason": "http_404"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Alerts"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    updateAlerts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /** @description The `ETag` that it was read with. Where its settings were changed since, nothing is changed: 412. */
                "if-match"?: string;
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "oncall@acme.example"
                 *     }
                 */
                "application/json": components["schemas"]["AlertsPatch"];
            };
        };
        responses: {
            /** @description The settings as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": {
                     *         "address": "oncall@acme.example",
                     *         "confirmed": true,
                     *         "confirmedAt": "2026-11-21T09:12:33.481Z",
                     *         "codeExpiresAt": "2026-11-21T10:12:33.481Z"
                     *       },
                     *       "slack": {
                     *         "host": "hooks.slack.com"
                     *       },
                     *       "kinds": [
                     *         "endpoint_failing",
                     *         "endpoint_paused",
                     *         "endpoint_disabled",
                     *         "endpoint_recovered",
                     *         "deliveries_expired"
                     *       ],
                     *       "emailAvailable": true,
                     *       "recent": [
                     *         {
                     *           "kind": "endpoint_failing",
                     *           "subscription": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "channel": "email",
                     *           "state": "sent",
                     *           "attempts": 1,
                     *           "about": "2026-11-21T09:12:33.481Z",
                     *           "triedAt": "2026-11-21T09:22:34.001Z",
                     *           "reason": "http_404"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Alerts"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    confirmAlertEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "20481923"
                 *     }
                 */
                "application/json": components["schemas"]["AlertsConfirmation"];
            };
        };
        responses: {
            /** @description Confirmed: the settings as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": {
                     *         "address": "oncall@acme.example",
                     *         "confirmed": true,
                     *         "confirmedAt": "2026-11-21T09:12:33.481Z",
                     *         "codeExpiresAt": "2026-11-21T10:12:33.481Z"
                     *       },
                     *       "slack": {
                     *         "host": "hooks.slack.com"
                     *       },
                     *       "kinds": [
                     *         "endpoint_failing",
                     *         "endpoint_paused",
                     *         "endpoint_disabled",
                     *         "endpoint_recovered",
                     *         "deliveries_expired"
                     *       ],
                     *       "emailAvailable": true,
                     *       "recent": [
                     *         {
                     *           "kind": "endpoint_failing",
                     *           "subscription": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "channel": "email",
                     *           "state": "sent",
                     *           "attempts": 1,
                     *           "about": "2026-11-21T09:12:33.481Z",
                     *           "triedAt": "2026-11-21T09:22:34.001Z",
                     *           "reason": "http_404"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Alerts"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    testAlerts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it went, by channel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "channel": "email",
                     *           "outcome": "sent",
                     *           "reason": "http_404"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AlertsTest"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "name": "billing service",
                     *           "scopes": [
                     *             "manage"
                     *           ],
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "expiresAt": "2026-11-21T09:12:33.481Z",
                     *           "lastUsedAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["KeyPage"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "billing service",
                 *       "scopes": [
                 *         "manage"
                 *       ],
                 *       "expiresAt": "2027-11-21T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["KeyInput"];
            };
        };
        responses: {
            /** @description The key. Its text is in this answer and nowhere else */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "billing service",
                     *       "scopes": [
                     *         "manage"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "expiresAt": "2026-11-21T09:12:33.481Z",
                     *       "lastUsedAt": "2026-11-21T09:12:33.481Z",
                     *       "key": "fh_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC_…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
            };
            path: {
                key: string;
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listPortalLinks: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "state": "unopened",
                     *           "access": "read",
                     *           "by": "partner",
                     *           "key": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC",
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "openedAt": "2026-11-21T09:12:33.481Z",
                     *           "lastUsedAt": "2026-11-21T09:12:33.481Z",
                     *           "expiresAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["PortalLinkPage"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createPortalLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresInSeconds": 600
                 *     }
                 */
                "application/json": components["schemas"]["PortalLinkInput"];
            };
        };
        responses: {
            /** @description The address */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "url": "https://feedhook.example.com/portal#token=fh_…",
                     *       "token": "fh_…",
                     *       "expiresAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedPortalLink"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    revokePortalLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
            };
            path: {
                link: string;
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    resumePartner: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The partner as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "Acme CRM",
                     *       "status": "active",
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "quotas": {
                     *         "subscriptions": 100,
                     *         "keys": 100,
                     *         "replayPerSecond": 200,
                     *         "deliveriesPerSecond": 100
                     *       },
                     *       "portalOrigins": [
                     *         "https://app.acme.example"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    suspendPartner: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                partner: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The partner as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "name": "Acme CRM",
                     *       "status": "active",
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "quotas": {
                     *         "subscriptions": 100,
                     *         "keys": 100,
                     *         "replayPerSecond": 200,
                     *         "deliveriesPerSecond": 100
                     *       },
                     *       "portalOrigins": [
                     *         "https://app.acme.example"
                     *       ],
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    openPortalSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "fh_…",
                     *       "access": "read",
                     *       "partner": "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "expiresAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PortalSession"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listQuarantine: {
        parameters: {
            query: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                instance: string;
                /** @description Items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "feed": "acme#person-walk#5c0d0b6c1f2a",
                     *           "row": "row",
                     *           "keptAt": "2026-11-21T09:12:33.481Z",
                     *           "reason": "unreadable",
                     *           "bytes": 12
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["QuarantinePage"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    redriveQueue: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                queue: "ticks" | "poll" | "fanout" | "deliver" | "deliver-slow" | "recover" | "alerts";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are tried again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "redriven": 3
                     *     }
                     */
                    "application/json": components["schemas"]["Redriven"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listHeldRemovals: {
        parameters: {
            query: {
                instance: string;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All that wait */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "source": "person",
                     *           "since": "2026-11-21T09:12:33.481Z",
                     *           "missing": 12,
                     *           "known": 12,
                     *           "sample": [
                     *             {
                     *               "type": "person",
                     *               "id": "k2Jm",
                     *               "name": "Ingrid Olsen"
                     *             }
                     *           ],
                     *           "decision": "approved",
                     *           "decidedAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HeldRemovals"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Instances, queues and deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "at": "2026-11-21T09:12:33.481Z",
                     *       "instances": [
                     *         {
                     *           "name": "acme",
                     *           "status": "connecting",
                     *           "parkedReason": "invalid_client",
                     *           "health": "ok",
                     *           "unreachable": {
                     *             "since": "2026-11-21T09:12:33.481Z",
                     *             "asked": "GET https://partner.example.com/acme/api/v1/en/person/timeline",
                     *             "fault": "nothing listens there (ECONNREFUSED)",
                     *             "lastTry": "2026-11-21T09:12:33.481Z",
                     *             "nextTry": "2026-11-21T09:12:33.481Z"
                     *           },
                     *           "sourceClockAheadSeconds": 12,
                     *           "baselineDone": false,
                     *           "firstContact": {
                     *             "lists": 12,
                     *             "ofLists": 12,
                     *             "pages": 118,
                     *             "documentPages": 2310,
                     *             "ownersMet": 12,
                     *             "ownersKnown": 12,
                     *             "secondsLeft": 12,
                     *             "left": [
                     *               {
                     *                 "feed": "acme#owner#Person#12",
                     *                 "reason": "unavailable_500",
                     *                 "nextTry": "2026-11-21T09:12:33.481Z"
                     *               }
                     *             ]
                     *           },
                     *           "connectedAt": "2026-11-21T09:12:33.481Z",
                     *           "subOwners": {
                     *             "activities": "polled",
                     *             "phases": "polled"
                     *           },
                     *           "budget": {
                     *             "requestsPerSecond": 5,
                     *             "current": 12,
                     *             "unspent": 12,
                     *             "total": {
                     *               "granted": 48210,
                     *               "used": 46870,
                     *               "givenBack": 1305
                     *             }
                     *           },
                     *           "feeds": {
                     *             "timelines": {
                     *               "lastPoll": "2026-11-21T09:12:40.112Z",
                     *               "lagSeconds": 12.4,
                     *               "status": "active",
                     *               "feeds": 6
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "needsAttention": [
                     *         {
                     *           "kind": "source_unreachable",
                     *           "instance": "acme",
                     *           "what": "what",
                     *           "count": 42,
                     *           "more": true,
                     *           "since": "2026-11-21T09:12:33.481Z",
                     *           "action": "action",
                     *           "command": "npm run redrive -- --stage prod",
                     *           "docs": "docs"
                     *         }
                     *       ],
                     *       "queues": {
                     *         "deliver": {
                     *           "ready": 3,
                     *           "delayed": 0,
                     *           "inFlight": 1,
                     *           "dead": 0
                     *         }
                     *       },
                     *       "deliveries": {
                     *         "waiting": 2,
                     *         "delivered": 1204
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Status"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "kind": "push",
                     *           "ordered": false,
                     *           "url": "https://hooks.example.com/feedhook",
                     *           "eventTypes": [
                     *             "person.*"
                     *           ],
                     *           "instances": [
                     *             "acme"
                     *           ],
                     *           "filter": {},
                     *           "baseline": false,
                     *           "description": "CRM import",
                     *           "status": "active",
                     *           "format": "envelope",
                     *           "payload": "full",
                     *           "timeoutSeconds": 20,
                     *           "maxConcurrency": 10,
                     *           "ratePerSecond": 50,
                     *           "headerNames": [
                     *             "x-api-key"
                     *           ],
                     *           "signingKeys": [
                     *             {
                     *               "createdAt": "2026-11-21T09:12:33.481Z",
                     *               "expiresAt": "2026-11-21T09:12:33.481Z"
                     *             }
                     *           ],
                     *           "warnings": [
                     *             {
                     *               "field": "filter.owner.typ",
                     *               "message": "can't match: events of these types have no such field"
                     *             }
                     *           ],
                     *           "disabledReason": "gone",
                     *           "disabledAt": "2026-11-21T09:12:33.481Z",
                     *           "disabledBy": "ci",
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "updatedAt": "2026-11-21T09:12:33.481Z",
                     *           "endpoint": {
                     *             "state": "healthy",
                     *             "since": "2026-11-21T09:12:33.481Z",
                     *             "lane": "fast",
                     *             "failures": 12,
                     *             "recentFailures": 12,
                     *             "nextProbeAt": "2026-11-21T09:12:33.481Z",
                     *             "lastFailure": {
                     *               "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *               "run": "0",
                     *               "at": "2026-11-21T09:12:33.481Z",
                     *               "durationMs": 12,
                     *               "status": 500,
                     *               "error": "dns",
                     *               "responseExcerpt": "ok"
                     *             },
                     *             "lastHour": {
                     *               "attempts": 480,
                     *               "successRate": 0.995,
                     *               "p50Ms": 84,
                     *               "p95Ms": 310
                     *             },
                     *             "lastDay": {
                     *               "attempts": 480,
                     *               "successRate": 0.995,
                     *               "p50Ms": 84,
                     *               "p95Ms": 310
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionPage"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/feedhook",
                 *       "eventTypes": [
                 *         "person.*",
                 *         "document.created"
                 *       ],
                 *       "instances": [
                 *         "acme"
                 *       ],
                 *       "filter": {
                 *         "owner": {
                 *           "type": [
                 *             "Project"
                 *           ]
                 *         },
                 *         "changes": {
                 *           "field": [
                 *             "status"
                 *           ]
                 *         }
                 *       },
                 *       "baseline": false,
                 *       "description": "CRM import",
                 *       "timeoutSeconds": 20,
                 *       "maxConcurrency": 10,
                 *       "ratePerSecond": 50,
                 *       "headers": {
                 *         "x-api-key": "…"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "kind": "push",
                     *       "ordered": false,
                     *       "url": "https://hooks.example.com/feedhook",
                     *       "eventTypes": [
                     *         "person.*"
                     *       ],
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "filter": {},
                     *       "baseline": false,
                     *       "description": "CRM import",
                     *       "status": "active",
                     *       "format": "envelope",
                     *       "payload": "full",
                     *       "timeoutSeconds": 20,
                     *       "maxConcurrency": 10,
                     *       "ratePerSecond": 50,
                     *       "headerNames": [
                     *         "x-api-key"
                     *       ],
                     *       "signingKeys": [
                     *         {
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "expiresAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "field": "filter.owner.typ",
                     *           "message": "can't match: events of these types have no such field"
                     *         }
                     *       ],
                     *       "disabledReason": "gone",
                     *       "disabledAt": "2026-11-21T09:12:33.481Z",
                     *       "disabledBy": "ci",
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedSubscription"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "kind": "push",
                     *       "ordered": false,
                     *       "url": "https://hooks.example.com/feedhook",
                     *       "eventTypes": [
                     *         "person.*"
                     *       ],
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "filter": {},
                     *       "baseline": false,
                     *       "description": "CRM import",
                     *       "status": "active",
                     *       "format": "envelope",
                     *       "payload": "full",
                     *       "timeoutSeconds": 20,
                     *       "maxConcurrency": 10,
                     *       "ratePerSecond": 50,
                     *       "headerNames": [
                     *         "x-api-key"
                     *       ],
                     *       "signingKeys": [
                     *         {
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "expiresAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "field": "filter.owner.typ",
                     *           "message": "can't match: events of these types have no such field"
                     *         }
                     *       ],
                     *       "disabledReason": "gone",
                     *       "disabledAt": "2026-11-21T09:12:33.481Z",
                     *       "disabledBy": "ci",
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z",
                     *       "endpoint": {
                     *         "state": "healthy",
                     *         "since": "2026-11-21T09:12:33.481Z",
                     *         "lane": "fast",
                     *         "failures": 12,
                     *         "recentFailures": 12,
                     *         "nextProbeAt": "2026-11-21T09:12:33.481Z",
                     *         "lastFailure": {
                     *           "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "run": "0",
                     *           "at": "2026-11-21T09:12:33.481Z",
                     *           "durationMs": 12,
                     *           "status": 500,
                     *           "error": "dns",
                     *           "responseExcerpt": "ok"
                     *         },
                     *         "lastHour": {
                     *           "attempts": 480,
                     *           "successRate": 0.995,
                     *           "p50Ms": 84,
                     *           "p95Ms": 310
                     *         },
                     *         "lastDay": {
                     *           "attempts": 480,
                     *           "successRate": 0.995,
                     *           "p50Ms": 84,
                     *           "p95Ms": 310
                     *         },
                     *         "backlog": {
                     *           "held": 12,
                     *           "waiting": 12,
                     *           "more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionDetail"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    deleteSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    updateSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /** @description The `ETag` that it was read with. Where its settings were changed since, nothing is changed: 412. */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/feedhook",
                 *       "eventTypes": [
                 *         "person.*",
                 *         "document.created"
                 *       ],
                 *       "instances": [
                 *         "acme"
                 *       ],
                 *       "filter": {
                 *         "owner": {
                 *           "type": [
                 *             "Project"
                 *           ]
                 *         },
                 *         "changes": {
                 *           "field": [
                 *             "status"
                 *           ]
                 *         }
                 *       },
                 *       "baseline": false,
                 *       "description": "CRM import",
                 *       "timeoutSeconds": 20,
                 *       "maxConcurrency": 10,
                 *       "ratePerSecond": 50
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionPatch"];
            };
        };
        responses: {
            /** @description The subscription as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "kind": "push",
                     *       "ordered": false,
                     *       "url": "https://hooks.example.com/feedhook",
                     *       "eventTypes": [
                     *         "person.*"
                     *       ],
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "filter": {},
                     *       "baseline": false,
                     *       "description": "CRM import",
                     *       "status": "active",
                     *       "format": "envelope",
                     *       "payload": "full",
                     *       "timeoutSeconds": 20,
                     *       "maxConcurrency": 10,
                     *       "ratePerSecond": 50,
                     *       "headerNames": [
                     *         "x-api-key"
                     *       ],
                     *       "signingKeys": [
                     *         {
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "expiresAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "field": "filter.owner.typ",
                     *           "message": "can't match: events of these types have no such field"
                     *         }
                     *       ],
                     *       "disabledReason": "gone",
                     *       "disabledAt": "2026-11-21T09:12:33.481Z",
                     *       "disabledBy": "ci",
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            412: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    acknowledgeEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ackIds": [
                 *         "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB.0"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AckInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "acknowledged": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AckAnswer"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Only of events detected that day (UTC). */
                day?: string;
                /** @description Only those whose last attempt failed so. */
                error?: "dns" | "connect" | "tls" | "timeout" | "blocked" | "protocol";
                /** @description Items per page at most: a page ends sooner where its items take about 1 MB, and has `more`. */
                limit?: number;
                /** @description Only of events detected at or after. */
                since?: string;
                /** @description Only those. */
                state?: "waiting" | "delivered" | "expired" | "held" | "blocked" | "failed";
                /** @description Only those whose last attempt was answered so. */
                status?: string;
                /** @description Only of events of this record: `<type>/<id>`. */
                subject?: string;
                /** @description Only of events of this type; `<subject>.*` for all of a subject. */
                type?: string;
                /** @description Only of events detected before. */
                until?: string;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "type": "person.updated",
                     *           "instance": "acme",
                     *           "run": "0",
                     *           "state": "waiting",
                     *           "attempts": [
                     *             {
                     *               "at": "2026-11-21T09:12:33.481Z",
                     *               "durationMs": 12,
                     *               "timingMs": {
                     *                 "dns": 12,
                     *                 "connect": 12,
                     *                 "tls": 12,
                     *                 "firstByte": 12
                     *               },
                     *               "status": 204,
                     *               "error": "dns",
                     *               "requestHeaders": {
                     *                 "content-type": "application/json",
                     *                 "user-agent": "Feedhook/1.0.0",
                     *                 "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *                 "webhook-timestamp": "1795252353",
                     *                 "webhook-signature": "v1,…"
                     *               },
                     *               "responseHeaders": {
                     *                 "content-type": "text/plain",
                     *                 "server": "nginx",
                     *                 "x-request-id": "7f3c"
                     *               },
                     *               "responseExcerpt": "relation \"contacts\" does not exist"
                     *             }
                     *           ],
                     *           "nextAttemptAt": "2026-11-21T09:12:33.481Z",
                     *           "wait": {
                     *             "reason": "retry",
                     *             "sentence": "HTTP 503 with Retry-After 30 s: it is tried again at 2026-11-21T09:13:11.481Z.",
                     *             "since": "2026-11-21T09:12:33.481Z",
                     *             "until": "2026-11-21T09:12:33.481Z",
                     *             "by": "ci",
                     *             "behind": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *           },
                     *           "responseExcerpt": "ok"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                event: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "type": "person.updated",
                     *           "instance": "acme",
                     *           "run": "0",
                     *           "state": "waiting",
                     *           "attempts": [
                     *             {
                     *               "at": "2026-11-21T09:12:33.481Z",
                     *               "durationMs": 12,
                     *               "timingMs": {
                     *                 "dns": 12,
                     *                 "connect": 12,
                     *                 "tls": 12,
                     *                 "firstByte": 12
                     *               },
                     *               "status": 204,
                     *               "error": "dns",
                     *               "requestHeaders": {
                     *                 "content-type": "application/json",
                     *                 "user-agent": "Feedhook/1.0.0",
                     *                 "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *                 "webhook-timestamp": "1795252353",
                     *                 "webhook-signature": "v1,…"
                     *               },
                     *               "responseHeaders": {
                     *                 "content-type": "text/plain",
                     *                 "server": "nginx",
                     *                 "x-request-id": "7f3c"
                     *               },
                     *               "responseExcerpt": "relation \"contacts\" does not exist"
                     *             }
                     *           ],
                     *           "nextAttemptAt": "2026-11-21T09:12:33.481Z",
                     *           "wait": {
                     *             "reason": "retry",
                     *             "sentence": "HTTP 503 with Retry-After 30 s: it is tried again at 2026-11-21T09:13:11.481Z.",
                     *             "since": "2026-11-21T09:12:33.481Z",
                     *             "until": "2026-11-21T09:12:33.481Z",
                     *             "by": "ci",
                     *             "behind": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *           },
                     *           "responseExcerpt": "ok"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventDeliveries"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                event: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is on its way */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "run": "0"
                     *     }
                     */
                    "application/json": components["schemas"]["Retry"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    sendExample: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "person.updated",
                 *       "data": {
                 *         "firstName": "Ada"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ExampleInput"];
            };
        };
        responses: {
            /** @description What the endpoint answered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "outcome": "delivered",
                     *       "attempt": {
                     *         "at": "2026-11-21T09:12:33.481Z",
                     *         "durationMs": 12,
                     *         "timingMs": {
                     *           "dns": 12,
                     *           "connect": 12,
                     *           "tls": 12,
                     *           "firstByte": 12
                     *         },
                     *         "status": 204,
                     *         "error": "dns",
                     *         "requestHeaders": {
                     *           "content-type": "application/json",
                     *           "user-agent": "Feedhook/1.0.0",
                     *           "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "webhook-timestamp": "1795252353",
                     *           "webhook-signature": "v1,…"
                     *         },
                     *         "responseHeaders": {
                     *           "content-type": "text/plain",
                     *           "server": "nginx",
                     *           "x-request-id": "7f3c"
                     *         },
                     *         "responseExcerpt": "relation \"contacts\" does not exist"
                     *       },
                     *       "responseExcerpt": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["PingResult"];
                };
            };
            /** @description No answer yet */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "outcome": "delivered",
                     *       "attempt": {
                     *         "at": "2026-11-21T09:12:33.481Z",
                     *         "durationMs": 12,
                     *         "timingMs": {
                     *           "dns": 12,
                     *           "connect": 12,
                     *           "tls": 12,
                     *           "firstByte": 12
                     *         },
                     *         "status": 204,
                     *         "error": "dns",
                     *         "requestHeaders": {
                     *           "content-type": "application/json",
                     *           "user-agent": "Feedhook/1.0.0",
                     *           "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "webhook-timestamp": "1795252353",
                     *           "webhook-signature": "v1,…"
                     *         },
                     *         "responseHeaders": {
                     *           "content-type": "text/plain",
                     *           "server": "nginx",
                     *           "x-request-id": "7f3c"
                     *         },
                     *         "responseExcerpt": "relation \"contacts\" does not exist"
                     *       },
                     *       "responseExcerpt": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["PingResult"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    pingSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the endpoint answered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "outcome": "delivered",
                     *       "attempt": {
                     *         "at": "2026-11-21T09:12:33.481Z",
                     *         "durationMs": 12,
                     *         "timingMs": {
                     *           "dns": 12,
                     *           "connect": 12,
                     *           "tls": 12,
                     *           "firstByte": 12
                     *         },
                     *         "status": 204,
                     *         "error": "dns",
                     *         "requestHeaders": {
                     *           "content-type": "application/json",
                     *           "user-agent": "Feedhook/1.0.0",
                     *           "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "webhook-timestamp": "1795252353",
                     *           "webhook-signature": "v1,…"
                     *         },
                     *         "responseHeaders": {
                     *           "content-type": "text/plain",
                     *           "server": "nginx",
                     *           "x-request-id": "7f3c"
                     *         },
                     *         "responseExcerpt": "relation \"contacts\" does not exist"
                     *       },
                     *       "responseExcerpt": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["PingResult"];
                };
            };
            /** @description No answer yet */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "outcome": "delivered",
                     *       "attempt": {
                     *         "at": "2026-11-21T09:12:33.481Z",
                     *         "durationMs": 12,
                     *         "timingMs": {
                     *           "dns": 12,
                     *           "connect": 12,
                     *           "tls": 12,
                     *           "firstByte": 12
                     *         },
                     *         "status": 204,
                     *         "error": "dns",
                     *         "requestHeaders": {
                     *           "content-type": "application/json",
                     *           "user-agent": "Feedhook/1.0.0",
                     *           "webhook-id": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "webhook-timestamp": "1795252353",
                     *           "webhook-signature": "v1,…"
                     *         },
                     *         "responseHeaders": {
                     *           "content-type": "text/plain",
                     *           "server": "nginx",
                     *           "x-request-id": "7f3c"
                     *         },
                     *         "responseExcerpt": "relation \"contacts\" does not exist"
                     *       },
                     *       "responseExcerpt": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["PingResult"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    pollEvents: {
        parameters: {
            query?: {
                /** @description How long they are yours alone. */
                leaseSeconds?: number;
                /** @description Deliveries at most: an answer ends sooner where they take about 1 MB. Only an empty one says that nothing waits. */
                limit?: number;
                /** @description Seconds to wait for a delivery where none is there. Five requests of a partner wait at once, and 25 in all: any more get an empty answer at once. Pause for a second after an empty answer. */
                wait?: number | null;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries; empty where nothing waits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "ackId": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB.0",
                     *           "fetched": 1,
                     *           "leasedUntil": "2026-11-21T09:12:33.481Z",
                     *           "replay": true,
                     *           "event": {
                     *             "id": "evt_01M7YP24XGJGZGNMV16R5ZZJ16",
                     *             "type": "person.updated",
                     *             "timestamp": "2026-11-21T09:12:33.481Z",
                     *             "timestampFrom": "source",
                     *             "detectedAt": "2026-11-21T09:12:40.112Z",
                     *             "instance": "acme",
                     *             "subject": {
                     *               "type": "person",
                     *               "id": "XEVD4d9gXuQ",
                     *               "seq": 1795321576,
                     *               "part": 1
                     *             },
                     *             "data": {
                     *               "id": "XEVD4d9gXuQ",
                     *               "firstName": "Ingrid",
                     *               "lastName": "Olsen",
                     *               "primaryEmail": "ingrid.olsen@example.com",
                     *               "jobTitle": "Controller",
                     *               "directPhone": "+47 61116528",
                     *               "externalReference": "crm-1013",
                     *               "companyId": "lN-Uht7j2Vk",
                     *               "countryCode": "NO",
                     *               "isActive": true,
                     *               "emailAliases": [],
                     *               "externalIds": [],
                     *               "created": "2026-09-24T22:46:24.943935Z",
                     *               "createdBy": "mbrNu9vTZ-Y",
                     *               "modified": "2026-11-21T09:12:33.481224Z",
                     *               "modifiedBy": "kIgNNxcRfVk"
                     *             },
                     *             "changes": [
                     *               {
                     *                 "field": "jobTitle",
                     *                 "from": "Case handler",
                     *                 "to": "Controller"
                     *               }
                     *             ],
                     *             "detectedBy": "timeline"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PulledDeliveries"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listReplays: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of those of the last 30 days, of those that ended a hundred of a partner at most */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "state": "running",
                     *           "criteria": {
                     *             "events": [
                     *               "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *             ],
                     *             "eventTypes": [
                     *               "person.*"
                     *             ],
                     *             "subject": {
                     *               "type": "person.updated",
                     *               "id": "k2Jm"
                     *             },
                     *             "filter": {},
                     *             "undelivered": false,
                     *             "since": "2026-11-21T09:12:33.481Z",
                     *             "until": "2026-11-21T09:12:33.481Z"
                     *           },
                     *           "instances": [
                     *             "acme"
                     *           ],
                     *           "perSecond": 12,
                     *           "progress": {
                     *             "scanned": 12,
                     *             "sent": 12,
                     *             "instance": "acme",
                     *             "at": "2026-11-21T09:12:33.481Z"
                     *           },
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "endedAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "more": false,
                     *       "nextCursor": "MjpYWVo6ZXZ0XzAx"
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayPage"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    replayEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventTypes": [
                 *         "person.*"
                 *       ],
                 *       "subject": {
                 *         "type": "person",
                 *         "id": "7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReplayInput"];
            };
        };
        responses: {
            /** @description Dry run: what would be sent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dryRun": true,
                     *       "matches": 1204,
                     *       "complete": false,
                     *       "byState": {
                     *         "expired": 3,
                     *         "neverSent": 1
                     *       },
                     *       "sample": [
                     *         {
                     *           "event": "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *           "type": "person.updated",
                     *           "instance": "acme",
                     *           "detectedAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayPreview"];
                };
            };
            /** @description It has begun */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "state": "running",
                     *       "criteria": {
                     *         "events": [
                     *           "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *         ],
                     *         "eventTypes": [
                     *           "person.*"
                     *         ],
                     *         "subject": {
                     *           "type": "person.updated",
                     *           "id": "k2Jm"
                     *         },
                     *         "filter": {},
                     *         "undelivered": false,
                     *         "since": "2026-11-21T09:12:33.481Z",
                     *         "until": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "perSecond": 12,
                     *       "progress": {
                     *         "scanned": 12,
                     *         "sent": 12,
                     *         "instance": "acme",
                     *         "at": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "endedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
                replay: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replay */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "state": "running",
                     *       "criteria": {
                     *         "events": [
                     *           "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *         ],
                     *         "eventTypes": [
                     *           "person.*"
                     *         ],
                     *         "subject": {
                     *           "type": "person.updated",
                     *           "id": "k2Jm"
                     *         },
                     *         "filter": {},
                     *         "undelivered": false,
                     *         "since": "2026-11-21T09:12:33.481Z",
                     *         "until": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "perSecond": 12,
                     *       "progress": {
                     *         "scanned": 12,
                     *         "sent": 12,
                     *         "instance": "acme",
                     *         "at": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "endedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    cancelReplay: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                replay: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replay as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "state": "running",
                     *       "criteria": {
                     *         "events": [
                     *           "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *         ],
                     *         "eventTypes": [
                     *           "person.*"
                     *         ],
                     *         "subject": {
                     *           "type": "person.updated",
                     *           "id": "k2Jm"
                     *         },
                     *         "filter": {},
                     *         "undelivered": false,
                     *         "since": "2026-11-21T09:12:33.481Z",
                     *         "until": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "perSecond": 12,
                     *       "progress": {
                     *         "scanned": 12,
                     *         "sent": 12,
                     *         "instance": "acme",
                     *         "at": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "endedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    pauseReplay: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                replay: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replay as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "state": "running",
                     *       "criteria": {
                     *         "events": [
                     *           "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *         ],
                     *         "eventTypes": [
                     *           "person.*"
                     *         ],
                     *         "subject": {
                     *           "type": "person.updated",
                     *           "id": "k2Jm"
                     *         },
                     *         "filter": {},
                     *         "undelivered": false,
                     *         "since": "2026-11-21T09:12:33.481Z",
                     *         "until": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "perSecond": 12,
                     *       "progress": {
                     *         "scanned": 12,
                     *         "sent": 12,
                     *         "instance": "acme",
                     *         "at": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "endedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    resumeReplay: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                replay: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replay as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "state": "running",
                     *       "criteria": {
                     *         "events": [
                     *           "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"
                     *         ],
                     *         "eventTypes": [
                     *           "person.*"
                     *         ],
                     *         "subject": {
                     *           "type": "person.updated",
                     *           "id": "k2Jm"
                     *         },
                     *         "filter": {},
                     *         "undelivered": false,
                     *         "since": "2026-11-21T09:12:33.481Z",
                     *         "until": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "perSecond": 12,
                     *       "progress": {
                     *         "scanned": 12,
                     *         "sent": 12,
                     *         "instance": "acme",
                     *         "at": "2026-11-21T09:12:33.481Z"
                     *       },
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "endedAt": "2026-11-21T09:12:33.481Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    rotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlapSeconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description The subscription with its new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
                     *       "kind": "push",
                     *       "ordered": false,
                     *       "url": "https://hooks.example.com/feedhook",
                     *       "eventTypes": [
                     *         "person.*"
                     *       ],
                     *       "instances": [
                     *         "acme"
                     *       ],
                     *       "filter": {},
                     *       "baseline": false,
                     *       "description": "CRM import",
                     *       "status": "active",
                     *       "format": "envelope",
                     *       "payload": "full",
                     *       "timeoutSeconds": 20,
                     *       "maxConcurrency": 10,
                     *       "ratePerSecond": 50,
                     *       "headerNames": [
                     *         "x-api-key"
                     *       ],
                     *       "signingKeys": [
                     *         {
                     *           "createdAt": "2026-11-21T09:12:33.481Z",
                     *           "expiresAt": "2026-11-21T09:12:33.481Z"
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "field": "filter.owner.typ",
                     *           "message": "can't match: events of these types have no such field"
                     *         }
                     *       ],
                     *       "disabledReason": "gone",
                     *       "disabledAt": "2026-11-21T09:12:33.481Z",
                     *       "disabledBy": "ci",
                     *       "createdAt": "2026-11-21T09:12:33.481Z",
                     *       "updatedAt": "2026-11-21T09:12:33.481Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedSubscription"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getStatistics: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For operators: do it as this partner would. A partner's own key ignores it.
                 * @example prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB
                 */
                "Feedhook-Partner"?: components["parameters"]["FeedhookPartner"];
                /**
                 * @description The `ETag` of the answer that you have: 304 while nothing changed.
                 * @example "3.mV0aCgq1pA7w"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last 24 hours */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "since": "2026-11-20T09:20:00.000Z",
                     *       "until": "2026-11-21T09:20:00.000Z",
                     *       "slotSeconds": 600,
                     *       "slots": [
                     *         {
                     *           "at": "2026-11-21T09:10:00.000Z",
                     *           "attempts": 480,
                     *           "successRate": 0.995,
                     *           "p50Ms": 84,
                     *           "p95Ms": 310
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionStatistics"];
                };
            };
            /** @description It is as it was: `If-None-Match` names it */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            500: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
}
