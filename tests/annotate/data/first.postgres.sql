SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
COMMENT ON SCHEMA public IS '';
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.assignments (
    id integer NOT NULL,
    page character varying(32) NOT NULL,
    item integer NOT NULL,
    "user" integer NOT NULL,
    attempt integer NOT NULL,
    state character varying(16) NOT NULL,
    place integer NOT NULL
);
CREATE SEQUENCE public.assignments_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.assignments_id_seq OWNED BY public.assignments.id;
CREATE TABLE public.audit (
    id integer NOT NULL,
    at double precision NOT NULL,
    project integer,
    "user" integer,
    action character varying(32) NOT NULL,
    detail text NOT NULL
);
CREATE SEQUENCE public.audit_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.audit_id_seq OWNED BY public.audit.id;
CREATE TABLE public.decisions (
    id integer NOT NULL,
    project integer NOT NULL,
    "user" integer NOT NULL,
    rule character varying(32) NOT NULL,
    action character varying(16) NOT NULL,
    evidence text NOT NULL,
    by integer,
    at double precision NOT NULL,
    reverted_by integer,
    reverted double precision
);
CREATE SEQUENCE public.decisions_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.decisions_id_seq OWNED BY public.decisions.id;
CREATE TABLE public.invitations (
    id integer NOT NULL,
    token character varying(64) NOT NULL,
    project integer,
    role character varying(16) NOT NULL,
    uses integer NOT NULL,
    expires double precision NOT NULL,
    by integer
);
CREATE SEQUENCE public.invitations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.invitations_id_seq OWNED BY public.invitations.id;
CREATE TABLE public.items (
    id integer NOT NULL,
    project integer NOT NULL,
    key character varying(200) NOT NULL,
    role character varying(16) NOT NULL,
    audience character varying(16) NOT NULL,
    fields text NOT NULL,
    gold text,
    why text NOT NULL,
    needed integer NOT NULL,
    missing integer NOT NULL,
    shuffle double precision NOT NULL,
    source character varying(200) NOT NULL,
    sent boolean NOT NULL
);
CREATE SEQUENCE public.items_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.items_id_seq OWNED BY public.items.id;
CREATE TABLE public.judgements (
    id integer NOT NULL,
    project integer NOT NULL,
    item integer NOT NULL,
    "user" integer NOT NULL,
    page character varying(32),
    attempt integer NOT NULL,
    answer text NOT NULL,
    label character varying(200) NOT NULL,
    "right" boolean,
    seconds double precision,
    at double precision NOT NULL,
    state character varying(16) NOT NULL
);
CREATE SEQUENCE public.judgements_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.judgements_id_seq OWNED BY public.judgements.id;
CREATE TABLE public.members (
    project integer NOT NULL,
    "user" integer NOT NULL,
    role character varying(16) NOT NULL,
    stage character varying(16) NOT NULL,
    state character varying(16) NOT NULL,
    best boolean NOT NULL,
    attempts integer NOT NULL,
    pages integer NOT NULL,
    skipped integer NOT NULL,
    fast integer NOT NULL,
    captcha character varying(16) NOT NULL,
    captcha_wrong integer NOT NULL,
    captcha_page integer NOT NULL,
    joined double precision NOT NULL
);
CREATE TABLE public.pages (
    id character varying(32) NOT NULL,
    project integer NOT NULL,
    "user" integer NOT NULL,
    stage character varying(16) NOT NULL,
    state character varying(16) NOT NULL,
    given double precision NOT NULL,
    expires double precision NOT NULL,
    done double precision,
    key character varying(64) NOT NULL,
    draft text NOT NULL,
    receipt text NOT NULL
);
CREATE TABLE public.projects (
    id integer NOT NULL,
    slug character varying(64) NOT NULL,
    settings text NOT NULL,
    state character varying(16) NOT NULL,
    created double precision NOT NULL
);
CREATE SEQUENCE public.projects_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.projects_id_seq OWNED BY public.projects.id;
CREATE TABLE public.sessions (
    token character varying(64) NOT NULL,
    "user" integer NOT NULL,
    created double precision NOT NULL,
    expires double precision NOT NULL
);
CREATE TABLE public.settings (
    name character varying NOT NULL,
    value text
);
CREATE TABLE public.users (
    id integer NOT NULL,
    name character varying(64) NOT NULL,
    password text NOT NULL,
    owner boolean NOT NULL,
    native character varying(64) NOT NULL,
    created double precision NOT NULL
);
CREATE SEQUENCE public.users_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.users_id_seq OWNED BY public.users.id;
ALTER TABLE ONLY public.assignments ALTER COLUMN id SET DEFAULT nextval('public.assignments_id_seq'::regclass);
ALTER TABLE ONLY public.audit ALTER COLUMN id SET DEFAULT nextval('public.audit_id_seq'::regclass);
ALTER TABLE ONLY public.decisions ALTER COLUMN id SET DEFAULT nextval('public.decisions_id_seq'::regclass);
ALTER TABLE ONLY public.invitations ALTER COLUMN id SET DEFAULT nextval('public.invitations_id_seq'::regclass);
ALTER TABLE ONLY public.items ALTER COLUMN id SET DEFAULT nextval('public.items_id_seq'::regclass);
ALTER TABLE ONLY public.judgements ALTER COLUMN id SET DEFAULT nextval('public.judgements_id_seq'::regclass);
ALTER TABLE ONLY public.projects ALTER COLUMN id SET DEFAULT nextval('public.projects_id_seq'::regclass);
ALTER TABLE ONLY public.users ALTER COLUMN id SET DEFAULT nextval('public.users_id_seq'::regclass);
INSERT INTO public.assignments VALUES (1, 'ea36cfc92faf9c6e8d8abd45', 3, 2, 0, 'done', 0);
INSERT INTO public.assignments VALUES (2, 'ea36cfc92faf9c6e8d8abd45', 7, 2, 0, 'done', 1);
INSERT INTO public.assignments VALUES (3, 'ea36cfc92faf9c6e8d8abd45', 9, 2, 0, 'done', 2);
INSERT INTO public.assignments VALUES (4, '690f31c5ec756cd70d4f9ffd', 5, 3, 0, 'done', 0);
INSERT INTO public.assignments VALUES (5, '690f31c5ec756cd70d4f9ffd', 2, 3, 0, 'done', 1);
INSERT INTO public.assignments VALUES (6, '690f31c5ec756cd70d4f9ffd', 8, 3, 0, 'done', 2);
INSERT INTO public.assignments VALUES (7, '6b517c857f4c322bd38e01db', 6, 4, 0, 'done', 0);
INSERT INTO public.assignments VALUES (8, '6b517c857f4c322bd38e01db', 8, 4, 0, 'done', 1);
INSERT INTO public.assignments VALUES (9, '6b517c857f4c322bd38e01db', 4, 4, 0, 'done', 2);
INSERT INTO public.assignments VALUES (10, 'c055ce2f8e44b98396ee9ff3', 2, 2, 0, 'held', 0);
INSERT INTO public.assignments VALUES (11, 'c055ce2f8e44b98396ee9ff3', 5, 2, 0, 'held', 1);
INSERT INTO public.assignments VALUES (12, 'c055ce2f8e44b98396ee9ff3', 6, 2, 0, 'held', 2);
INSERT INTO public.assignments VALUES (13, '97f18e06b79582784ab666b6', 7, 3, 0, 'skipped', 0);
INSERT INTO public.assignments VALUES (14, '97f18e06b79582784ab666b6', 9, 3, 0, 'skipped', 1);
INSERT INTO public.assignments VALUES (15, '97f18e06b79582784ab666b6', 3, 3, 0, 'skipped', 2);
INSERT INTO public.assignments VALUES (16, '8ee7cddf5de4c63762472ea1', 10, 2, 0, 'done', 0);
INSERT INTO public.audit VALUES (1, 1700000000, NULL, NULL, 'invite', '{"role":"owner","uses":1}');
INSERT INTO public.audit VALUES (2, 1700000000, NULL, 1, 'join', '{"name":"хозяйка"}');
INSERT INTO public.audit VALUES (3, 1700000000, NULL, 1, 'redeem', '{"role":"owner"}');
INSERT INTO public.audit VALUES (4, 1700000000, 1, 1, 'create', '{"kind":"pair-yes-no"}');
INSERT INTO public.audit VALUES (5, 1700000000, 1, 1, 'import', '{"items":1,"audience":""}');
INSERT INTO public.audit VALUES (6, 1700000000, 1, 1, 'import', '{"items":8,"audience":""}');
INSERT INTO public.audit VALUES (7, 1700000000, 2, 1, 'create', '{"kind":"rewrite"}');
INSERT INTO public.audit VALUES (8, 1700000000, 2, NULL, 'import', '{"items":1,"audience":""}');
INSERT INTO public.audit VALUES (9, 1700000000, 1, 1, 'invite', '{"role":"annotator","uses":3}');
INSERT INTO public.audit VALUES (10, 1700000000, 1, 2, 'begin', '{"stage":"work"}');
INSERT INTO public.audit VALUES (11, 1700000000, NULL, 2, 'sign-in', '{}');
INSERT INTO public.audit VALUES (12, 1700000000, 1, 3, 'begin', '{"stage":"work"}');
INSERT INTO public.audit VALUES (13, 1700000000, NULL, 3, 'sign-in', '{}');
INSERT INTO public.audit VALUES (14, 1700000000, 1, 4, 'begin', '{"stage":"work"}');
INSERT INTO public.audit VALUES (15, 1700000000, NULL, 4, 'sign-in', '{}');
INSERT INTO public.audit VALUES (16, 1700000000, 2, 2, 'begin', '{"stage":"work"}');
INSERT INTO public.audit VALUES (17, 1700000040, 1, 2, 'submit', '{"page":"ea36cfc92faf9c6e8d8abd45","saved":3}');
INSERT INTO public.audit VALUES (18, 1700000080, 1, 3, 'submit', '{"page":"690f31c5ec756cd70d4f9ffd","saved":3}');
INSERT INTO public.audit VALUES (19, 1700000120, 1, 4, 'submit', '{"page":"6b517c857f4c322bd38e01db","saved":3}');
INSERT INTO public.audit VALUES (20, 1700000120, 1, 3, 'skip', '{"page":"97f18e06b79582784ab666b6"}');
INSERT INTO public.audit VALUES (21, 1700000120, 2, 2, 'submit', '{"page":"8ee7cddf5de4c63762472ea1","saved":1}');
INSERT INTO public.audit VALUES (22, 1700000120, 1, 1, 'ban', '{"worker":4,"rule":"manual","decision":1}');
INSERT INTO public.audit VALUES (23, 1700000120, 1, NULL, 'import', '{"items":1,"audience":"expert"}');
INSERT INTO public.decisions VALUES (1, 1, 4, 'manual', 'ban', '{"reason":"тест"}', 1, 1700000120, NULL, NULL);
INSERT INTO public.invitations VALUES (1, '7b0a568baec7c6573b00ad532f47dcb5a8ea27caa9f23694861cb4a9cd708762', NULL, 'owner', 0, 1701209600, NULL);
INSERT INTO public.invitations VALUES (2, 'bb81a811fee658051207740cca010a92574f100ffcdabd8f17280d257b2148ed', 1, 'annotator', 3, 1701209600, 1);
INSERT INTO public.items VALUES (1, 1, 'example-1', 'control', '', '{"a":"Кот","b":"Кошка"}', '{"label":"no"}', '{"ru":"Пол другой."}', 0, 0, 0.5395322183612734, '', false);
INSERT INTO public.items VALUES (4, 1, 'i2', 'task', '', '{"a":"Дом 2","b":"房子 2"}', NULL, '', 2, 1, 0.17758985375985503, '', false);
INSERT INTO public.items VALUES (8, 1, 'i6', 'task', '', '{"a":"Дом 6","b":"房子 6"}', NULL, '', 2, 0, 0.1644784992095083, '', false);
INSERT INTO public.items VALUES (2, 1, 'i0', 'task', '', '{"a":"Дом 0","b":"房子 0"}', NULL, '', 2, 0, 0.7635635421611369, '', false);
INSERT INTO public.items VALUES (5, 1, 'i3', 'task', '', '{"a":"Дом 3","b":"房子 3"}', NULL, '', 2, 0, 0.35329769551754, '', false);
INSERT INTO public.items VALUES (6, 1, 'i4', 'task', '', '{"a":"Дом 4","b":"房子 4"}', NULL, '', 2, 0, 0.7659474841784686, '', false);
INSERT INTO public.items VALUES (3, 1, 'i1', 'task', '', '{"a":"Дом 1","b":"房子 1"}', NULL, '', 2, 1, 0.7050756765529513, '', false);
INSERT INTO public.items VALUES (7, 1, 'i5', 'task', '', '{"a":"Дом 5","b":"房子 5"}', NULL, '', 2, 1, 0.6994945381302387, '', false);
INSERT INTO public.items VALUES (9, 1, 'i7', 'task', '', '{"a":"Дом 7","b":"房子 7"}', NULL, '', 2, 1, 0.36371540115214884, '', false);
INSERT INTO public.items VALUES (10, 2, 'w1', 'task', '', '{"text":"You fool, ''stop'' \"it\";\nnow"}', NULL, '', 1, 0, 0.447437695460394, '', false);
INSERT INTO public.items VALUES (11, 1, 'i0', 'task', 'expert', '{"a":"Дом 0","b":"房子 0"}', NULL, '', 1, 1, 0.7635635421611369, 'i0', false);
INSERT INTO public.judgements VALUES (1, 1, 3, 2, 'ea36cfc92faf9c6e8d8abd45', 0, '{"label":"yes"}', 'yes', NULL, 13.333, 1700000040, 'valid');
INSERT INTO public.judgements VALUES (2, 1, 7, 2, 'ea36cfc92faf9c6e8d8abd45', 0, '{"label":"yes"}', 'yes', NULL, 13.333, 1700000040, 'valid');
INSERT INTO public.judgements VALUES (3, 1, 9, 2, 'ea36cfc92faf9c6e8d8abd45', 0, '{"label":"yes"}', 'yes', NULL, 13.333, 1700000040, 'valid');
INSERT INTO public.judgements VALUES (4, 1, 5, 3, '690f31c5ec756cd70d4f9ffd', 0, '{"label":"no"}', 'no', NULL, 13.333, 1700000080, 'valid');
INSERT INTO public.judgements VALUES (5, 1, 2, 3, '690f31c5ec756cd70d4f9ffd', 0, '{"label":"no"}', 'no', NULL, 13.333, 1700000080, 'valid');
INSERT INTO public.judgements VALUES (6, 1, 8, 3, '690f31c5ec756cd70d4f9ffd', 0, '{"label":"no"}', 'no', NULL, 13.333, 1700000080, 'valid');
INSERT INTO public.judgements VALUES (7, 1, 6, 4, '6b517c857f4c322bd38e01db', 0, '{"label":"yes"}', 'yes', NULL, 13.333, 1700000120, 'valid');
INSERT INTO public.judgements VALUES (8, 1, 8, 4, '6b517c857f4c322bd38e01db', 0, '{"label":"yes"}', 'yes', NULL, 13.333, 1700000120, 'valid');
INSERT INTO public.judgements VALUES (9, 1, 4, 4, '6b517c857f4c322bd38e01db', 0, '{"label":"yes"}', 'yes', NULL, 13.333, 1700000120, 'valid');
INSERT INTO public.judgements VALUES (10, 2, 10, 2, '8ee7cddf5de4c63762472ea1', 0, '{"label":"rewritten","text":"You are wrong; stop it"}', 'rewritten', NULL, 0, 1700000120, 'valid');
INSERT INTO public.members VALUES (1, 1, 'owner', 'instructions', 'active', false, 0, 0, 0, 0, '', 0, 0, 1700000000);
INSERT INTO public.members VALUES (2, 1, 'owner', 'instructions', 'active', false, 0, 0, 0, 0, '', 0, 0, 1700000000);
INSERT INTO public.members VALUES (1, 2, 'annotator', 'work', 'active', false, 0, 1, 0, 0, '', 0, 0, 1700000000);
INSERT INTO public.members VALUES (1, 3, 'annotator', 'work', 'active', false, 0, 1, 1, 0, '', 0, 0, 1700000000);
INSERT INTO public.members VALUES (2, 2, 'annotator', 'work', 'active', false, 0, 1, 0, 0, '', 0, 0, 1700000000);
INSERT INTO public.members VALUES (1, 4, 'annotator', 'work', 'banned', false, 0, 1, 0, 0, '', 0, 0, 1700000000);
INSERT INTO public.pages VALUES ('ea36cfc92faf9c6e8d8abd45', 1, 2, 'work', 'done', 1700000000, 1700001800, 1700000040, 'ea36cfc92faf9c6e8d8abd45', '{}', '{"saved":3,"late":0,"feedback":[],"stage":"work","state":"active"}');
INSERT INTO public.pages VALUES ('690f31c5ec756cd70d4f9ffd', 1, 3, 'work', 'done', 1700000040, 1700001840, 1700000080, '690f31c5ec756cd70d4f9ffd', '{}', '{"saved":3,"late":0,"feedback":[],"stage":"work","state":"active"}');
INSERT INTO public.pages VALUES ('6b517c857f4c322bd38e01db', 1, 4, 'work', 'done', 1700000080, 1700001880, 1700000120, '6b517c857f4c322bd38e01db', '{}', '{"saved":3,"late":0,"feedback":[],"stage":"work","state":"active"}');
INSERT INTO public.pages VALUES ('c055ce2f8e44b98396ee9ff3', 1, 2, 'work', 'open', 1700000120, 1700001920, NULL, '', '{"2":{"label":"no"}}', '');
INSERT INTO public.pages VALUES ('97f18e06b79582784ab666b6', 1, 3, 'work', 'skipped', 1700000120, 1700001920, NULL, '', '{}', '');
INSERT INTO public.pages VALUES ('8ee7cddf5de4c63762472ea1', 2, 2, 'work', 'done', 1700000120, 1700001920, 1700000120, 'k', '{}', '{"saved":1,"late":0,"feedback":[],"stage":"work","state":"active"}');
INSERT INTO public.projects VALUES (1, 'same', '{"name":"same","kind":"pair-yes-no","lang":"ru","title":{"ru":"Одно ли","en":"Same?","zh":"相同吗"},"questions":[{"ask":{"ru":"Значат ли тексты одно и то же?","en":"Do the two texts mean the same?","zh":"这两段文字的意思相同吗？"},"options":[{"value":"yes","say":{"ru":"Да","en":"Yes","zh":"是"}},{"value":"no","say":{"ru":"Нет","en":"No","zh":"否"}}],"positive":["yes"]}],"fields":["a","b"],"votes":2,"page":3,"rules":{"training":false,"exam":null,"exam_attempts":1,"control":null,"control_every":10,"control_least":5,"fast_seconds":null,"fast_pages":1,"skipped_pages":5,"captcha_every":20,"captcha_wrong":3,"repeat_training_every":0,"native":"ru","discard_banned":false},"aggregation":{"by":"majority","above":0.9,"unsure":"experts","binarise":false},"examples":[{"fields":{"a":"Кот","b":"Кошка"},"answer":{"label":"no"},"why":{"ru":"Пол другой."},"use":"control"}]}', 'open', 1700000000);
INSERT INTO public.projects VALUES (2, 'pen', '{"name":"pen","kind":"rewrite","questions":[{"ask":{"ru":"Перескажите текст другими словами, сохранив смысл.","en":"Write the text in other words and keep its meaning.","zh":"请换一种说法改写，保留原意。"},"options":[{"value":"rewritten","say":{"ru":"Переписать","en":"Rewrite","zh":"改写"}},{"value":"neutral","say":{"ru":"Уже нейтральный","en":"Already neutral","zh":"本来就是中性的"},"when":{"ru":"Грубости нет, переписывать нечего.","en":"Nothing rude in it: there is nothing to rewrite.","zh":"没有粗鲁内容，无需改写。"}},{"value":"offensive","say":{"ru":"Оскорбителен сам смысл","en":"Offensive meaning","zh":"意思本身就冒犯"},"when":{"ru":"Без оскорбления от текста ничего не останется.","en":"Without the offence nothing would be left.","zh":"去掉冒犯就什么都不剩了。"}},{"value":"unclear","say":{"ru":"Смысл непонятен","en":"Unclear meaning","zh":"意思不明"},"when":{"ru":"Нельзя понять, о чём речь.","en":"One cannot tell what it says.","zh":"看不出在说什么。"}}],"positive":["rewritten"]}],"fields":["text"],"votes":1,"page":2,"rules":{"training":false,"exam":null,"exam_attempts":1,"control":null,"control_every":10,"control_least":5,"fast_seconds":null,"fast_pages":1,"skipped_pages":5,"captcha_every":0,"captcha_wrong":3,"repeat_training_every":0,"native":null,"discard_banned":false}}', 'open', 1700000000);
INSERT INTO public.sessions VALUES ('7c3407dcee729ace5bc37b53139adceb4d0140f3ce17d671c3fdb4006021f6e5', 2, 1700000000, 1701209600);
INSERT INTO public.sessions VALUES ('491e6a3806d66a3323a264762729254d3acadbb2d9f9d9445660bb0fc8b48c49', 3, 1700000000, 1701209600);
INSERT INTO public.sessions VALUES ('ba2b39e3a693a90c655e935fd6fa6fdcf80179a2080f9eca5c35bd10cd127e67', 4, 1700000000, 1701209600);
INSERT INTO public.settings VALUES ('secret', '771e811ee65823f7f4c1ef19c015880ebf09337e266300728be7fbcd272df281');
INSERT INTO public.users VALUES (1, 'хозяйка', '$argon2id$v=19$m=65536,t=3,p=4$HV10OO3ilf2y/eQ17BBkxw$nz7AFGwbgjWY7e56GNQIfTZ7ElePuiu+QPw2MyVYkeQ', true, 'ru,en', 1700000000);
INSERT INTO public.users VALUES (2, 'анна', '', false, 'ru', 1700000000);
INSERT INTO public.users VALUES (3, 'bob', '', false, 'ru', 1700000000);
INSERT INTO public.users VALUES (4, '王', '', false, 'ru', 1700000000);
SELECT pg_catalog.setval('public.assignments_id_seq', 16, true);
SELECT pg_catalog.setval('public.audit_id_seq', 23, true);
SELECT pg_catalog.setval('public.decisions_id_seq', 1, true);
SELECT pg_catalog.setval('public.invitations_id_seq', 2, true);
SELECT pg_catalog.setval('public.items_id_seq', 11, true);
SELECT pg_catalog.setval('public.judgements_id_seq', 10, true);
SELECT pg_catalog.setval('public.projects_id_seq', 2, true);
SELECT pg_catalog.setval('public.users_id_seq', 4, true);
ALTER TABLE ONLY public.assignments
    ADD CONSTRAINT assignments_item_user_attempt_key UNIQUE (item, "user", attempt);
ALTER TABLE ONLY public.assignments
    ADD CONSTRAINT assignments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT decisions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_token_key UNIQUE (token);
ALTER TABLE ONLY public.items
    ADD CONSTRAINT items_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.items
    ADD CONSTRAINT items_project_key_role_audience_key UNIQUE (project, key, role, audience);
ALTER TABLE ONLY public.judgements
    ADD CONSTRAINT judgements_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_pkey PRIMARY KEY (project, "user");
ALTER TABLE ONLY public.pages
    ADD CONSTRAINT pages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_name_key UNIQUE (name);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
CREATE INDEX audit_of_project ON public.audit USING btree (project, id);
CREATE INDEX items_wanted ON public.items USING btree (project, role, audience, missing, shuffle);
CREATE INDEX ix_assignments_page ON public.assignments USING btree (page);
CREATE INDEX ix_judgements_page ON public.judgements USING btree (page);
CREATE INDEX ix_sessions_expires ON public.sessions USING btree (expires);
CREATE UNIQUE INDEX judged_once ON public.judgements USING btree (item, "user", attempt) WHERE ((state)::text = 'valid'::text);
CREATE INDEX judgements_of_user ON public.judgements USING btree (project, "user", state);
CREATE INDEX pages_of_user ON public.pages USING btree (project, "user", state);
CREATE INDEX pages_to_expire ON public.pages USING btree (project, state, expires);
ALTER TABLE ONLY public.assignments
    ADD CONSTRAINT assignments_item_fkey FOREIGN KEY (item) REFERENCES public.items(id);
ALTER TABLE ONLY public.assignments
    ADD CONSTRAINT assignments_page_fkey FOREIGN KEY (page) REFERENCES public.pages(id);
ALTER TABLE ONLY public.assignments
    ADD CONSTRAINT assignments_user_fkey FOREIGN KEY ("user") REFERENCES public.users(id);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_project_fkey FOREIGN KEY (project) REFERENCES public.projects(id);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_user_fkey FOREIGN KEY ("user") REFERENCES public.users(id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT decisions_by_fkey FOREIGN KEY (by) REFERENCES public.users(id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT decisions_project_fkey FOREIGN KEY (project) REFERENCES public.projects(id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT decisions_reverted_by_fkey FOREIGN KEY (reverted_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT decisions_user_fkey FOREIGN KEY ("user") REFERENCES public.users(id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_by_fkey FOREIGN KEY (by) REFERENCES public.users(id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_project_fkey FOREIGN KEY (project) REFERENCES public.projects(id);
ALTER TABLE ONLY public.items
    ADD CONSTRAINT items_project_fkey FOREIGN KEY (project) REFERENCES public.projects(id);
ALTER TABLE ONLY public.judgements
    ADD CONSTRAINT judgements_item_fkey FOREIGN KEY (item) REFERENCES public.items(id);
ALTER TABLE ONLY public.judgements
    ADD CONSTRAINT judgements_page_fkey FOREIGN KEY (page) REFERENCES public.pages(id);
ALTER TABLE ONLY public.judgements
    ADD CONSTRAINT judgements_project_fkey FOREIGN KEY (project) REFERENCES public.projects(id);
ALTER TABLE ONLY public.judgements
    ADD CONSTRAINT judgements_user_fkey FOREIGN KEY ("user") REFERENCES public.users(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_project_fkey FOREIGN KEY (project) REFERENCES public.projects(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_user_fkey FOREIGN KEY ("user") REFERENCES public.users(id);
ALTER TABLE ONLY public.pages
    ADD CONSTRAINT pages_project_fkey FOREIGN KEY (project) REFERENCES public.projects(id);
ALTER TABLE ONLY public.pages
    ADD CONSTRAINT pages_user_fkey FOREIGN KEY ("user") REFERENCES public.users(id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_fkey FOREIGN KEY ("user") REFERENCES public.users(id);
REVOKE USAGE ON SCHEMA public FROM PUBLIC;
