-- Written by the sandbox of version 1.1.0: a draft with a person, a document, a portal and an event.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE accounts (api_key text primary key, account text not null);
INSERT INTO accounts VALUES('sandbox_key','main');
CREATE TABLE cases (
  seq integer primary key autoincrement,
  application_id text not null unique,
  account text not null,
  name text, subject text, status_review text, is_draft integer, risk_level integer,
  external_reference text,
  data text not null,
  updated_at text not null
);
INSERT INTO cases VALUES(1,'app_old','main','Lumen Studio SAS','business','pending',1,-1,'deal-1','{"external_reference":"deal-1","is_draft":true,"custom_fields":{"plan":"Pro"},"meta":{},"application_id":"app_old","business_id":"biz_zW91mUPSpcQT","person_id":null,"business":{"organization_name":"Lumen Studio SAS","country":"FR","registration_number":"552100554"},"person":null,"status_review":"pending","risk_score":null,"risk_level":-1,"created_at":"2026-11-22T07:11:00.607Z","updated_at":"2026-11-22T07:11:00.607Z"}','2026-11-22T07:11:00.607Z');
CREATE TABLE parties (
  seq integer primary key autoincrement,
  id text not null unique, application_id text not null, kind text not null, data text not null
);
INSERT INTO parties VALUES(1,'per_old','app_old','person','{"roles":["DIRECTOR"],"first_name":"Ines","last_name":"Ferrer","person_id":"per_old","application_id":"app_old"}');
CREATE TABLE files (
  file_id text primary key, account text not null, name text, content_type text, size integer,
  content blob not null
);
INSERT INTO files VALUES('file_old','main','card.pdf','application/pdf',8,X'255044462d312e34');
CREATE TABLE documents (
  seq integer primary key autoincrement,
  document_id text not null unique, application_id text not null, data text not null
);
INSERT INTO documents VALUES(1,'doc_old','app_old','{"file_id":"file_old","type":"ID","application_id":"app_old","document_id":"doc_old","name":"card.pdf","size":8,"content_type":"application/pdf","_metadata":{"duration":0.000001282}}');
CREATE TABLE portals (
  portal_id text primary key, token text not null unique, account text not null,
  application_id text, redirect_url text, custom_fields text not null,
  state text not null, progress text not null, request text, expires_at text
);
INSERT INTO portals VALUES('ptl_sIbz17HkV5Va','old-token','main','app_old',NULL,'{}','open','{"profile":{},"parties":[],"documents":[],"subject":"business"}',NULL,'2099-12-22T07:11:00.714Z');
CREATE TABLE decisions (
  decision_id text primary key, application_id text not null, data text not null
);
CREATE TABLE webhooks (
  id text primary key, account text not null, url text not null, events text not null,
  secret text not null
, headers text not null default '{}', old_secret text, old_until integer, failing_since integer, paused_at integer);
INSERT INTO webhooks VALUES('wh_old','main','http://127.0.0.1:9/','["collect.opened"]','whsec_c2VjcmV0','{}',NULL,NULL,1795331461001,NULL);
CREATE TABLE events (
  seq integer primary key autoincrement,
  event_id text not null unique, account text not null, type text not null,
  application_id text not null, payload text not null, created_at text not null
, fanned integer not null default 0, fan_until integer);
INSERT INTO events VALUES(1,'evt_old','main','collect.opened','app_old','{"event_id":"evt_old","type":"collect.opened","created_at":"2026-11-22T07:11:00.757Z","data":{"object":{"external_reference":"deal-1","is_draft":true,"custom_fields":{"plan":"Pro"},"meta":{},"application_id":"app_old","business_id":"biz_zW91mUPSpcQT","person_id":null,"business":{"organization_name":"Lumen Studio SAS","country":"FR","registration_number":"552100554"},"person":null,"status_review":"pending","risk_score":null,"risk_level":-1,"created_at":"2026-11-22T07:11:00.607Z","updated_at":"2026-11-22T07:11:00.607Z","persons":[{"roles":["DIRECTOR"],"first_name":"Ines","last_name":"Ferrer","person_id":"per_old","application_id":"app_old"}],"businesses":[],"documents":[{"file_id":"file_old","type":"ID","application_id":"app_old","document_id":"doc_old","name":"card.pdf","size":8,"content_type":"application/pdf","_metadata":{"duration":0.000001282}}],"portals":{"link":"http://127.0.0.1:4010/portals/old-token"}}}}','2026-11-22T07:11:00.757Z',1,NULL);
CREATE TABLE deliveries (
  seq integer primary key autoincrement,
  event_id text not null, webhook_id text not null, application_id text not null,
  state text not null, attempts integer not null, next_at integer not null,
  answer text
, sent text, reply text);
INSERT INTO deliveries VALUES(1,'evt_old','wh_old','app_old','pending',1,1795331470985,'cannot be reached','{"content-type":"application/json","user-agent":"compliance-onboarding-sandbox/1.1","webhook-id":"evt_old","webhook-timestamp":"1795331460","webhook-signature":"v1,oMnUHEST+J2owWibJw718uZZ6x/3Vp+ocoXUoqd5pFo="}',NULL);
CREATE TABLE timeline (
  seq integer primary key autoincrement,
  application_id text not null, at text not null, who text not null, what text not null
);
INSERT INTO timeline VALUES(1,'app_old','2026-11-22T07:11:00.607Z','API','Created as draft');
INSERT INTO timeline VALUES(2,'app_old','2026-11-22T07:11:00.625Z','API','Related person added: Ines Ferrer');
INSERT INTO timeline VALUES(3,'app_old','2026-11-22T07:11:00.700Z','API','Document attached: ID (card.pdf)');
INSERT INTO timeline VALUES(4,'app_old','2026-11-22T07:11:00.714Z','API','Portal created');
INSERT INTO timeline VALUES(5,'app_old','2026-11-22T07:11:00.756Z','Service','Event collect.opened');
CREATE TABLE repeats (
  account text not null, key text not null, fingerprint text not null, answer text not null,
  at integer not null, primary key (account, key)
);
CREATE TABLE mails (
  seq integer primary key autoincrement, received_at text not null, data text not null
, raw blob);
CREATE TABLE settings (name text primary key, data text not null);
CREATE TABLE imports (
  seq integer primary key autoincrement, name text not null, state text not null,
  columns text not null, mapping text not null, total integer not null, done integer not null, created_at text not null
);
CREATE TABLE import_rows (
  import integer not null, n integer not null, data text not null, problem text,
  application_id text, existed integer, link text, mail text, primary key (import, n)
);
CREATE INDEX cases_by_status on cases (status_review, seq);
CREATE INDEX parties_by_case on parties (application_id, seq);
CREATE INDEX documents_by_case on documents (application_id, seq);
CREATE INDEX portals_by_case on portals (application_id);
CREATE INDEX deliveries_due on deliveries (state, next_at);
CREATE INDEX deliveries_queue on deliveries (webhook_id, state, seq);
CREATE INDEX deliveries_order on deliveries (webhook_id, application_id, state, seq);
CREATE INDEX timeline_by_case on timeline (application_id, seq);
CREATE INDEX repeats_by_age on repeats (at);
CREATE INDEX events_to_fan_out on events (seq) where fan_until is not null;
CREATE INDEX cases_by_reference on cases (external_reference, seq)
  where external_reference is not null;
CREATE INDEX import_rows_by_problem on import_rows (import, problem);
COMMIT;
PRAGMA user_version = 2;
